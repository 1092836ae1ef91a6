import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type ContentFlag, contentFlags } from '#domain/content-flags.ts'
import { tryOutNotice } from '#domain/promotion-date.ts'
import { content as boxing } from '#features/site/boxing/content.ts'
import { content as webinar } from '#features/site/webinar/content.ts'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'
import { until } from '#test/until.ts'

let appId: string
// Before the webinar and the boxing night.
const before = new Date('2025-08-01T12:00:00Z')
let now = before
const site = await siteOfFile({ demoData: false, now: () => now })
const cookie = await signInAdmin(site)
beforeAll(async () => {
  appId = (await addApplication(site.sql, { status: 'approved' })).id
})
beforeEach(async () => {
  now = before
  await site.sql`update content_flags set is_on = true, changed_at = null, changed_by = null`
  await site.sql`delete from rate_limits`
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

test('a switch changes the cached page and the log once, whoever else presses it', async () => {
  const claim = 'safety compliance'
  const quote = 'Filling in the forms made us look at our stewarding plan again.'
  expect(await page('/')).toContain(claim)
  expect(await page('/quickapply')).toContain(quote)
  const kept = (await fetch(`${site.origin}/quickapply`)).headers.get('etag')
  expect(kept).not.toBeNull()

  const replies = await Promise.all([set('testimonials', 'off'), set('testimonials', 'off'), set('claims', 'off')])
  expect(replies.map(({ status }) => status)).toEqual([303, 303, 303])
  await until(async () => !(await page('/quickapply')).includes(quote))
  const shown = await page('/quickapply')
  for (const text of [quote, 'id="testimonials"', 'average attendance increase']) expect(shown).not.toContain(text)
  expect(shown).toContain('Go to the full application')
  await until(async () => !(await page('/')).includes(claim))
  expect(await page('/')).toContain('In this register now')
  // A post answers with the page as it is now.
  expect(words(await (await post('/quickapply', { step: 'company', companyName: '' })).text())).not.toContain(quote)

  const lines = (await logged()).toSorted((a, b) => a.subject_id.localeCompare(b.subject_id))
  expect(lines).toMatchObject([
    { action: 'content.switched-off', subject_id: 'claims' },
    { action: 'content.switched-off', subject_id: 'testimonials', before: { on: true }, after: { on: false } },
  ])
  const admin = words(await (await fetch(`${site.origin}/admin/content?done=claims`, { headers: { cookie } })).text())
  expect(admin).toContain('Claimed figures: off')
  expect(admin).toContain(`, by ${lines[0]!.actor_name}`)

  await set('testimonials', 'on')
  await until(async () => (await page('/quickapply')).includes(quote))
})

test('the webinar without its claims of scarcity keeps its forms; closed, it takes nobody and says so', async () => {
  const person = { name: 'Perpetua Inkwell', email: 'perpetua@larkmoor.example' }
  const lines = [
    'Only 47 spots left. The free offer expires at midnight.',
    webinar.urgency,
    'The offer expires at midnight.',
    'Only 23 spots left.',
    webinar.results,
  ]
  const before = await page('/webinar')
  for (const text of lines) expect(before).toContain(text)
  await off('scarcity', 'testimonials')
  await until(async () => !(await page('/webinar')).includes(webinar.results))
  const plain = await page('/webinar')
  for (const text of [...lines, 'spots left', 'midnight']) expect(plain).not.toContain(text)
  expect(plain).toContain('name="form"')
  const signed = (await (await call('/api/webinar-sign-ups', person)).json()) as { id: string }

  await off('webinar')
  await until(async () => (await page('/webinar')).includes(webinar.closed))
  expect(await page('/webinar')).not.toContain('name="form"')
  const refused = await call('/api/webinar-sign-ups', { ...person, email: 'other@larkmoor.example' })
  expect([refused.status, (await refused.json()) as unknown]).toMatchObject([409, { error: webinar.closed }])
  const posted = await post('/webinar', { ...person, email: 'other@larkmoor.example' })
  expect([posted.status, await posted.text()]).toEqual([409, expect.stringContaining(webinar.closed)])
  expect((await site.sql`select from webinar_sign_ups`).length).toBe(1)
  expect(await page(`/webinar?signed-up=${signed.id}`)).toContain(webinar.calendar)
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
  expect(await page('/boxing')).toContain(boxing.guests)
  const reserved = (await (await call('/api/boxing-reservations', once)).json()) as { id: string }
  await off('boxing')
  await until(async () => (await page('/boxing')).includes(boxing.closed))
  for (const path of ['/boxing', '/boxing?guests=2&ticket=vip&reserve=1']) {
    const shown = await page(path)
    expect(shown).not.toContain(boxing.guests)
    expect(shown).not.toContain('<dialog')
  }
  const refused = await call('/api/boxing-reservations', party)
  expect([refused.status, (await refused.json()) as unknown]).toMatchObject([409, { error: boxing.closed }])
  const { name, email, phone } = party
  const posted = await post('/boxing?guests=2&ticket=vip', { name, email, phone })
  expect([posted.status, await posted.text()]).toEqual([409, expect.stringContaining(boxing.closed)])
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
  for (const text of ['£1,495', 'save', 'Total value', 'more bookings', 'id="testimonials"']) {
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

describe('the date of a promoted event', () => {
  const setDate = (page: string, day: string, time = '', revision?: number) =>
    revisionOf(page).then((known) =>
      post('/admin/content', { intent: 'date', page, day, time, revision: String(revision ?? known) }, { cookie }),
    )
  const revisionOf = async (page: string) =>
    Number((await site.sql`select revision from promotion_dates where page = ${page}`)[0]!.revision)
  const person = { name: 'Perpetua Inkwell', email: 'perpetua@larkmoor.example' }
  const party = { guests: 2, ticketType: 'vip', ...person, phone: '0161 496 0177' }
  const mailsOf = async (kind: string) => [
    ...(await site.sql`
      select m.to_name, m.to_email, m.text_body, convert_from(a.content, 'UTF8') as file
      from mails as m left join mail_attachments as a on a.mail_id = m.id where m.kind = ${kind}`),
  ]

  let logBefore = 0
  const dateLog = async () => (await logged()).filter(({ action }) => action === 'content.date-set').slice(logBefore)

  beforeEach(async () => {
    logBefore = 0
    logBefore = (await dateLog()).length
    await site.sql`delete from mails`
    await site.sql`delete from webinar_sign_ups`
    await site.sql`delete from boxing_reservations`
    await site.sql`delete from boxing_seats`
    await site.sql`update promotion_dates set day = '2025-08-23', first_day = '2025-08-23', revision = 0`
    await site.sql`update promotion_dates set starts_at = '18:00' where page = 'webinar'`
  })

  test('is the documented one until somebody sets it', async () => {
    expect(await page('/boxing')).toContain('Saturday 23 August 2025')
    expect(await page('/webinar')).toContain('23 August 2025, 6 PM BST')
  })

  test('moves the webinar with its page, sign-ups, mails, calendar and closing time, and is logged', async () => {
    const signed = (await (await call('/api/webinar-sign-ups', person)).json()) as { id: string }
    expect(await page('/webinar')).toContain('23 August 2025, 6 PM BST')
    expect((await setDate('webinar', '2025-12-05', '19:30')).headers.get('location')).toBe(
      '/admin/content?dated=webinar',
    )
    await until(async () => (await page('/webinar')).includes('5 December 2025, 7:30 PM GMT'))
    expect(await page('/webinar')).not.toContain('23 August')
    expect(await page(`/webinar?signed-up=${signed.id}`)).toContain(webinar.confirmed)

    await until(async () => (await mailsOf('webinar-moved')).length === 1)
    const [mail] = await mailsOf('webinar-moved')
    expect(mail!.to_email).toBe(person.email)
    for (const words of ['5 December 2025', '7:30 PM GMT']) expect(mail!.text_body).toContain(words)
    // The address may not be confirmed: nothing that somebody has typed goes there.
    expect([mail!.to_name, mail!.text_body.includes(person.name)]).toEqual(['', false])
    const [first] = await mailsOf('webinar-invitation')
    const lineOf = (file: string, name: string) => new RegExp(`^${name}:(.*)\r$`, 'm').exec(file)?.[1]
    expect(lineOf(mail!.file, 'UID')).toBe(lineOf(first!.file, 'UID')!)
    expect(lineOf(first!.file, 'SEQUENCE')).toBe('0')
    expect(lineOf(mail!.file, 'SEQUENCE')).toBe('1')
    expect(lineOf(mail!.file, 'DTSTART')).toBe('20251205T193000Z')

    // Who signs up again is the same person, and sign-up ends at the new time, not at the old one.
    now = new Date('2025-12-05T19:29:00Z')
    expect(((await (await call('/api/webinar-sign-ups', person)).json()) as { id: string }).id).toBe(signed.id)
    expect(await page('/webinar')).not.toContain(tryOutNotice)
    now = new Date('2025-12-05T19:30:00Z')
    expect(await page('/webinar')).toContain(tryOutNotice)

    const [line] = await dateLog()
    expect(line).toMatchObject({
      subject_id: 'webinar',
      before: { day: '2025-08-23', time: '18:00' },
      after: { day: '2025-12-05', time: '19:30' },
    })
    const admin = words(
      await (await fetch(`${site.origin}/admin/content?dated=webinar`, { headers: { cookie } })).text(),
    )
    expect(admin).toContain('Webinar sign-up: the date is Friday 5 December 2025 at 19:30')
  })

  test('moves the boxing night with its seats and reservations', async () => {
    const { id } = (await (await call('/api/boxing-reservations', party)).json()) as { id: string }
    expect((await setDate('boxing', '2025-11-08')).status).toBe(303)
    await until(async () => (await page('/boxing')).includes('Saturday 8 November 2025'))
    await until(async () => (await mailsOf('boxing-moved')).length === 1)
    expect((await mailsOf('boxing-moved'))[0]!.text_body).toContain('Saturday 8 November 2025')
    const [seats] = await site.sql`select event_on, taken from boxing_seats`
    expect(seats).toEqual({ event_on: '2025-11-08', taken: 2 })
    expect(await page(`/boxing?reservation=${id}`)).toContain('Reservation Confirmed')
    await call('/api/boxing-reservations', party)
    expect([...(await site.sql`select event_on, taken from boxing_seats`)]).toEqual([
      { event_on: '2025-11-08', taken: 4 },
    ])
  })

  test('that follows one which is over is another event: its bookings stay where they were, and nobody is mailed', async () => {
    await call('/api/webinar-sign-ups', person)
    await call('/api/boxing-reservations', party)
    await site.sql`delete from mails`
    now = new Date('2026-03-01T12:00:00Z')
    await setDate('webinar', '2026-06-01', '10:00')
    await setDate('boxing', '2026-06-01')
    expect((await call('/api/webinar-sign-ups', person)).status).toBe(201)
    await call('/api/boxing-reservations', { ...party, guests: 1 })
    const ups =
      await site.sql`select (webinar_at at time zone 'Europe/London')::text as at from webinar_sign_ups order by 1`
    expect(ups.map(({ at }) => at)).toEqual(['2025-08-23 18:00:00', '2026-06-01 10:00:00'])
    const seats = await site.sql`select event_on, taken from boxing_seats order by 1`
    expect(seats.map(({ event_on, taken }) => [event_on, taken])).toEqual([
      ['2025-08-23', 2],
      ['2026-06-01', 1],
    ])
    expect((await mailsOf('webinar-invitation'))[0]!.file).toContain('UID:webinar-2026-06-01@')
    expect(await mailsOf('webinar-moved')).toEqual([])
  })

  test.each<[string, string, string, string]>([
    ['webinar', '', '18:00', 'Give the day as YYYY-MM-DD'],
    ['webinar', '2025-02-30', '18:00', 'Give the day as YYYY-MM-DD'],
    ['webinar', '2025-12-05', '', 'Enter a time'],
    ['webinar', '2025-12-05', '24:00', 'Give the time as HH:MM'],
    ['webinar', '2025-08-01', '12:59', 'Enter a date in the future'],
    ['boxing', '2025-07-31', '', 'Enter a date in the future'],
    ['boxing', '2055-07-31', '', 'Enter a date within the next five years'],
  ])('%s on "%s" at "%s" is refused, and what was typed stays', async (name, day, time, sentence) => {
    const response = await setDate(name, day, time)
    const shown = words(await response.text())
    expect(response.status).toBe(422)
    expect(shown).toContain(sentence)
    if (day) expect(shown).toContain(`value="${day}"`)
    expect(await revisionOf(name)).toBe(0)
    expect(await dateLog()).toEqual([])
  })

  test('of another editor is not overwritten unseen, and the same date again changes nothing', async () => {
    await setDate('boxing', '2025-11-08')
    const late = await setDate('boxing', '2025-11-15', '', 0)
    expect(late.status).toBe(422)
    expect(words(await late.text())).toContain('Someone has changed the date since you opened this page')
    expect((await setDate('boxing', '2025-11-08', '', 0)).status).toBe(303)
    expect(await revisionOf('boxing')).toBe(1)
    expect(await dateLog()).toHaveLength(1)
  })
})

async function off(...flags: ContentFlag[]): Promise<void> {
  for (const flag of flags) expect((await set(flag, 'off')).status).toBe(303)
}
