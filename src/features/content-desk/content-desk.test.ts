import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { addApplication } from '../../../test/add-application.ts'
import { signInAdmin } from '../../../test/sign-in.ts'
import { openTestSite, type TestSite } from '../../../test/site.ts'
import { type ContentFlag, contentFlags } from '../../domain/content-flags.ts'
import { content as boxing } from '../boxing/content.ts'
import { content as home } from '../home/content.ts'
import { content as quickApply } from '../quick-apply/content.ts'
import { content as webinar } from '../webinar/content.ts'

let site: TestSite
let cookie: string
let appId: string
// Before the webinar and the boxing night.
const now = () => new Date('2025-08-01T12:00:00Z')
beforeAll(async () => {
  site = await openTestSite({ demoData: false, now })
  cookie = await signInAdmin(site)
  appId = (await addApplication(site.sql, { status: 'approved' })).id
})
beforeEach(async () => {
  await site.sql`update content_flags set is_on = true, changed_at = null, changed_by = null`
  await site.sql`delete from rate_limits`
})
afterAll(async () => {
  await site.close()
})

function post(path: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  const body = new URLSearchParams(form)
  return fetch(site.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: site.origin, ...headers },
    body,
  })
}
const set = (flag: string, to: string) => post('/admin/content', { flag, to }, { cookie })
function call(path: string, body: Record<string, unknown>) {
  const headers = { origin: site.origin, 'content-type': 'application/json' }
  return fetch(site.origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
}
/** What stands between header and footer. */
const words = (html: string) =>
  html.slice(html.indexOf('<main'), html.indexOf('</main>')).replaceAll('&amp;', '&').replaceAll('<!-- -->', '')
const page = async (path: string) => words(await (await fetch(site.origin + path)).text())
const logged = async () => [
  ...(await site.sql`select action, subject_id, actor_name, before, after from audit_log where subject_kind = 'content' order by id`),
]

test('the list and the table hold the same switches, all on', async () => {
  const rows = await site.sql`select name from content_flags where is_on order by name`
  expect(rows.map(({ name }) => name)).toEqual(contentFlags.map(({ name }) => name).toSorted())
})

test('a switch changes the kept page and the log once, whoever else presses it', async () => {
  const claim = home.figures.claims.items[3].label
  const [{ quote }] = quickApply.testimonials.items
  expect(await page('/')).toContain(claim)
  expect(await page('/quickapply')).toContain(quote)
  const kept = (await fetch(`${site.origin}/quickapply`)).headers.get('etag')
  expect(kept).not.toBeNull()

  const replies = await Promise.all([set('testimonials', 'off'), set('testimonials', 'off'), set('claims', 'off')])
  expect(replies.map(({ status }) => status)).toEqual([303, 303, 303])
  await eventually(async () => !(await page('/quickapply')).includes(quote))
  const shown = await page('/quickapply')
  for (const text of [quote, quickApply.testimonials.title, quickApply.claims[1].label])
    expect(shown).not.toContain(text)
  expect(shown).toContain(quickApply.full.link)
  await eventually(async () => !(await page('/')).includes(claim))
  expect(await page('/')).toContain(home.figures.live.title)
  // A post answers with the page as it is now.
  expect(words(await (await post('/quickapply', { step: 'company', companyName: '' })).text())).not.toContain(quote)

  const lines = (await logged()).toSorted((a, b) => a.subject_id.localeCompare(b.subject_id))
  expect(lines).toMatchObject([
    { action: 'content.switched-off', subject_id: 'claims' },
    { action: 'content.switched-off', subject_id: 'testimonials', before: { on: true }, after: { on: false } },
  ])
  const desk = words(await (await fetch(`${site.origin}/admin/content?done=claims`, { headers: { cookie } })).text())
  expect(desk).toContain('Claimed figures: off')
  expect(desk).toContain(`, by ${lines[0]!.actor_name}`)

  await set('testimonials', 'on')
  await eventually(async () => (await page('/quickapply')).includes(quote))
})

test('the webinar without its claims of scarcity keeps its forms; closed, it takes nobody and says so', async () => {
  const person = { name: 'Perpetua Inkwell', email: 'perpetua@larkmoor.example' }
  const lines = [webinar.banner.open, webinar.urgency.title, webinar.registration.text, webinar.results.title]
  const before = await page('/webinar')
  for (const text of lines) expect(before).toContain(text)
  await off('scarcity', 'testimonials')
  await eventually(async () => !(await page('/webinar')).includes(webinar.results.title))
  const plain = await page('/webinar')
  for (const text of [...lines, 'spots left', 'midnight']) expect(plain).not.toContain(text)
  expect(plain).toContain('name="form"')
  const signed = (await (await call('/api/webinar-sign-ups', person)).json()) as { id: string }

  await off('webinar')
  await eventually(async () => (await page('/webinar')).includes(webinar.closed.text))
  expect(await page('/webinar')).not.toContain('name="form"')
  const refused = await call('/api/webinar-sign-ups', { ...person, email: 'other@larkmoor.example' })
  expect([refused.status, (await refused.json()) as unknown]).toMatchObject([409, { error: webinar.closed.text }])
  const posted = await post('/webinar', { ...person, email: 'other@larkmoor.example' })
  expect([posted.status, await posted.text()]).toEqual([409, expect.stringContaining(webinar.closed.text)])
  expect((await site.sql`select from webinar_sign_ups`).length).toBe(1)
  expect(await page(`/webinar?signed-up=${signed.id}`)).toContain(webinar.confirmed.calendar)
})

test('the boxing night takes no reservation while it is closed, and keeps those that it has', async () => {
  const party = {
    guests: 2,
    ticketType: 'vip',
    name: 'Perpetua Inkwell',
    email: 'p@larkmoor.example',
    phone: '0161 496 0177',
  }
  const once = { ...party, submissionKey: crypto.randomUUID() }
  expect(await page('/boxing')).toContain(boxing.steps.guests)
  const reserved = (await (await call('/api/boxing-reservations', once)).json()) as { id: string }
  await off('boxing')
  await eventually(async () => (await page('/boxing')).includes(boxing.closed.text))
  for (const path of ['/boxing', '/boxing?guests=2&ticket=vip&reserve=1']) {
    const shown = await page(path)
    expect(shown).not.toContain(boxing.steps.guests)
    expect(shown).not.toContain('<dialog')
  }
  const refused = await call('/api/boxing-reservations', party)
  expect([refused.status, (await refused.json()) as unknown]).toMatchObject([409, { error: boxing.closed.text }])
  const { name, email, phone } = party
  const posted = await post('/boxing?guests=2&ticket=vip', { name, email, phone })
  expect([posted.status, await posted.text()]).toEqual([409, expect.stringContaining(boxing.closed.text)])
  expect((await site.sql`select from boxing_reservations`).length).toBe(1)
  expect((await call('/api/boxing-reservations', once)).status).toBe(200)
  expect(await page(`/boxing?reservation=${reserved.id}`)).toContain('Reservation Confirmed')
})

test('offers without earlier prices, claims and testimonials charge the same', async () => {
  expect(await page(`/upsell/award/${appId}`)).toContain('Limited Time: 20% Off')
  expect(await page(`/upsell/marketing/${appId}`)).toMatch(/Normally £1,495, save £500/)
  await off('savings', 'claims', 'testimonials')
  const award = await page(`/upsell/award/${appId}`)
  for (const text of ['20% Off', '£249']) expect(award).not.toContain(text)
  expect(award).toContain('£199')
  const marketing = await page(`/upsell/marketing/${appId}`)
  for (const text of ['£1,495', 'save', 'Total value', 'more bookings', 'What organisers say']) {
    expect(marketing).not.toContain(text)
  }
  expect(marketing).toContain('£995')
  expect(await page(`/upsell/ads/${appId}`)).not.toContain('return per £1')
})

test('nothing else can be switched', async () => {
  for (const [flag, to] of [
    ['prices', 'off'],
    ['claims', 'sideways'],
  ] as const) {
    expect((await set(flag, to)).status).toBe(404)
  }
  expect((await site.sql`select from content_flags where not is_on`).length).toBe(0)
})

async function off(...flags: ContentFlag[]): Promise<void> {
  for (const flag of flags) expect((await set(flag, 'off')).status).toBe(303)
}

async function eventually(holds: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (await holds()) return
    await Bun.sleep(50)
  }
  throw new Error('It did not come to hold.')
}
