import { beforeEach, describe, expect, test } from 'bun:test'
import { siteOfFile } from '#test/of-file.ts'
import { deleteExpiredDrafts } from './save-draft.ts'

const day = 86_400_000
let clock = new Date()
const site = await siteOfFile({ demoData: false, now: () => clock })
beforeEach(async () => {
  clock = new Date()
  // Row by row: a lock on whole tables and a job that still runs could wait for each other.
  for (const table of ['access_links', 'application_drafts', 'mail_attachments', 'mails', 'rate_limits'])
    await site.sql`delete from ${site.sql(table)}`
})

/** A browser: it keeps the cookies that it is given. */
function browser() {
  const jar = new Map<string, string>()
  const ask = async (path: string, init: RequestInit = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { origin: site.origin, ...(cookie ? { cookie } : {}), ...(init.headers as Record<string, string>) }
    const response = await fetch(site.origin + path, { redirect: 'manual', ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [pair] = line.split(';')
      jar.set(pair!.slice(0, pair!.indexOf('=')), pair!.slice(pair!.indexOf('=') + 1))
    }
    return response
  }
  const save = async (body: unknown) => {
    const response = await ask('/api/application-draft', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as Saved & { saved: SavedDraft; fields?: unknown } }
  }
  const read = async () => ((await (await ask('/api/application-draft')).json()) as { saved: SavedDraft | null }).saved
  const post = (path: string, form: Record<string, string> = {}) =>
    ask(path, { method: 'POST', body: new URLSearchParams(form) })
  return { ask, save, read, post, jar }
}
type Saved = { id: string; revision: number; savedAt: string; expiresAt: string }
type SavedDraft = Saved & { answers: Record<string, string>; submissionKey: string }

const submissionKey = crypto.randomUUID()
/** One page of a browser: it counts its attempts. */
function pageOf() {
  const writer = crypto.randomUUID()
  let count = 0
  return (
    answers: Record<string, unknown>,
    seen: { id: string | null; revision: number } = { id: null, revision: 0 },
  ) => ({
    id: seen.id,
    revision: seen.revision,
    writer,
    count: ++count,
    answers: { email: 'odo@larkmoor.example', ...answers },
    submissionKey,
  })
}

/** The organisation that a browser sends under a key. */
async function organisationBy(who: ReturnType<typeof browser>, key: string, name = 'Fern') {
  const response = await who.ask('/api/organisations', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name,
      contactName: 'Odo',
      email: 'odo@larkmoor.example',
      phone: '0161 496 0177',
      submissionKey: key,
    }),
  })
  const text = await response.text()
  return { status: response.status, text, id: (JSON.parse(text) as { id: string }).id }
}

describe('saving', () => {
  test('keeps every word as it was typed, for sixty days from the last change, for this browser alone', async () => {
    const own = browser()
    const page = pageOf()
    const answers = { name: '  Fern & <Gate> ', description: 'Line\r\n\tpiñata 🎪', phone: '' }
    const made = await own.save(page(answers))
    expect(made).toMatchObject({ status: 201, body: { revision: 1 } })
    expect(made.body.revision).toBe(1)
    expect(Date.parse(made.body.expiresAt) - clock.getTime()).toBe(60 * day)
    expect(await own.read()).toMatchObject({
      answers: { name: '  Fern & <Gate> ', description: 'Line\r\n\tpiñata 🎪', phone: '' },
      submissionKey,
    })
    clock = new Date(clock.getTime() + 59 * day)
    const again = await own.save(page({ name: 'Fern' }, made.body))
    expect(again.status).toBe(200)
    expect(again.body).toMatchObject({ id: made.body.id, revision: 2 })
    expect(Date.parse(again.body.expiresAt) - clock.getTime()).toBe(60 * day)

    const stranger = browser()
    expect(await stranger.read()).toBeNull()
    stranger.jar.set('draft', `${made.body.id}.${'A'.repeat(43)}`)
    expect(await stranger.read()).toBeNull()
    stranger.jar.set('draft', made.body.id)
    expect(await stranger.read()).toBeNull()
    expect((await own.read())!.answers.name).toBe('Fern')
  })

  test('the list of a browser’s own applications names the one that is not sent yet, and leads back to it', async () => {
    const own = browser()
    await own.save(pageOf()({ title: 'Lantern <Walk>' }))
    const html = await (await own.ask('/my-applications')).text()
    expect(html).toContain('Not sent yet: Lantern &lt;Walk&gt;')
    expect(html).toMatch(/<a [^>]*href="\/apply-accreditation\?continue=1"[^>]*>Continue your application<\/a>/)
    expect(await (await browser().ask('/my-applications')).text()).not.toContain('Not sent yet')
  })

  test('the cookie is out of reach of scripts, and the answers are nobody’s to keep', async () => {
    const own = browser()
    const response = await own.ask('/api/application-draft', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(pageOf()({})),
    })
    expect(response.headers.get('set-cookie')).toMatch(/^draft=.*; Path=\/; HttpOnly; SameSite=Lax; Max-Age=5184000/)
    const read = await own.ask('/api/application-draft')
    expect(read.headers.get('cache-control')).toBe('no-store')
    const page = await own.ask('/apply-accreditation?continue=1')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('x-robots-tag')).toBe('noindex')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(site.logged.join('\n')).not.toContain('larkmoor')
  })

  test('another tab or device that has not seen the last version does not write over it', async () => {
    const own = browser()
    const [here, there] = [pageOf(), pageOf()]
    const first = (await own.save(here({ name: 'One' }))).body
    const second = await own.save(there({ name: 'Two' }, first))
    expect(second.body.revision).toBe(2)
    const refused = await own.save(here({ name: 'Three' }, first))
    expect(refused.status).toBe(409)
    expect(refused.body.saved).toMatchObject({ revision: 2, answers: { name: 'Two' } })
    expect((await own.read())!.answers.name).toBe('Two')
    // The choice for one's own words names the version that it gives up.
    const chosen = await own.save(here({ name: 'Three' }, refused.body.saved))
    expect(chosen.body.revision).toBe(3)
  })

  test('a new page of a browser that has a draft does not write over it unseen', async () => {
    const own = browser()
    await own.save(pageOf()({ name: 'One' }))
    const refused = await own.save(pageOf()({ name: 'Two' }))
    expect(refused.status).toBe(409)
    expect((await site.sql`select from application_drafts`).length).toBe(1)
  })

  test('a lost answer is no stranger’s change, and a late attempt does not undo a newer one', async () => {
    const own = browser()
    const page = pageOf()
    const first = (await own.save(page({ name: 'One' }))).body
    const late = page({ name: 'Late' }, first)
    const lost = page({ name: 'Lost answer' }, first)
    expect((await own.save(lost)).body.revision).toBe(2)
    const next = await own.save(page({ name: 'Newest' }, first))
    expect(next.body.revision).toBe(3)
    expect((await own.save(late)).status).toBe(409)
    expect((await own.read())!.answers.name).toBe('Newest')
  })

  test('twenty tabs at once: one version, and nineteen that know', async () => {
    const own = browser()
    const seen = (await own.save(pageOf()({ name: 'First' }))).body
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, tab) => own.save(pageOf()({ name: `Tab ${tab}` }, seen))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    const won = answers.findIndex(({ status }) => status === 200)
    expect((await own.read())!.answers.name).toBe(`Tab ${won}`)
  })

  test.each([
    ['no email', { email: '' }],
    ['half an email', { email: 'odo@' }],
    ['a list', { name: ['x'] }],
    ['far too much', { description: 'x'.repeat(6_001) }],
    ['far too much together', Object.fromEntries([1, 2, 3, 4].map((index) => [`f${index}`, 'x'.repeat(5_500)]))],
    ['no field of ours', { 'a b': 'x' }],
    ['too many', Object.fromEntries(Array.from({ length: 41 }, (_, index) => [`f${index}`, 'x']))],
  ])('%s is refused', async (_, answers) => {
    const { status } = await browser().save(pageOf()(answers))
    expect(status).toBe(422)
    expect((await site.sql`select from application_drafts`).length).toBe(0)
  })
})

describe('the end of a draft', () => {
  test('after sixty days nobody reads it, and the job deletes it and its links', async () => {
    const own = browser()
    await own.save(pageOf()({ name: 'Fern' }))
    expect((await own.ask('/api/application-draft/link', { method: 'POST' })).status).toBe(200)
    clock = new Date(clock.getTime() + 60 * day - 1000)
    await deleteExpiredDrafts({}, site.services)
    expect((await own.read())!.answers.name).toBe('Fern')
    clock = new Date(clock.getTime() + 1000)
    expect(await own.read()).toBeNull()
    await deleteExpiredDrafts({}, site.services)
    expect((await site.sql`select from application_drafts`).length).toBe(0)
    expect((await site.sql`select from access_links`).length).toBe(0)
    // Whoever still has the page open loses nothing: it becomes a new one.
    expect((await own.save(pageOf()({ name: 'Fern' }))).status).toBe(201)
  })

  test('it goes with the application that it has become, and only with its own', async () => {
    const own = browser()
    const draft = (await own.save(pageOf()({ name: 'Fern Gate Fairs' }))).body
    const stranger = browser()
    const send = async (who: ReturnType<typeof browser>) => {
      const json = { method: 'POST', headers: { 'content-type': 'application/json' } }
      const organisation = { name: 'Fern', contactName: 'Odo', email: 'odo@larkmoor.example', phone: '0161 496 0177' }
      const made = await who.ask('/api/organisations', { ...json, body: JSON.stringify(organisation) })
      const { id: organisationId } = (await made.json()) as { id: string }
      const eventDraft = { title: 'Fern Fair', eventType: 'private', category: 'Other' }
      const body = { organisationId, eventDraft, submissionKey: crypto.randomUUID(), draftId: draft.id }
      return (await who.ask('/api/applications', { ...json, body: JSON.stringify(body) })).status
    }
    expect(await send(stranger)).toBe(201)
    expect((await own.read())!.id).toBe(draft.id)
    expect(await send(own)).toBe(201)
    expect(await own.read()).toBeNull()
  })
})

test('deleted by its writer, it is gone with its links; nobody else’s is touched', async () => {
  const [own, other] = [browser(), browser()]
  await own.save(pageOf()({ name: 'Fern' }))
  await other.save(pageOf()({ name: 'Moss' }))
  await own.ask('/api/application-draft/link', { method: 'POST' })
  const deleted = await own.ask('/api/application-draft/delete', { method: 'POST' })
  expect(deleted.status).toBe(200)
  expect(deleted.headers.get('set-cookie')).toContain('Max-Age=0')
  expect(await own.read()).toBeNull()
  expect((await other.read())!.answers.name).toBe('Moss')
  expect((await site.sql`select from access_links`).length).toBe(0)
  expect((await own.ask('/api/application-draft/delete', { method: 'POST' })).status).toBe(200)
  expect((await own.save(pageOf()({ name: 'Fern again' }))).status).toBe(201)
})

describe('the link to another device', () => {
  const linkIn = async () => {
    const [mail] = await site.sql<{ text_body: string; to_email: string }[]>`
      select text_body, to_email from mails where kind = 'draft-link' order by id desc limit 1`
    return { ...mail!, path: mail!.text_body.match(/\/access\/[\w-]{43}/)![0] }
  }

  test('goes to the address among the answers, works once, and brings them along with or without a script', async () => {
    const own = browser()
    const { id } = (await own.save(pageOf()({ name: 'Fern <Gate> Fairs' }))).body
    expect((await own.ask('/api/application-draft/link', { method: 'POST' })).status).toBe(200)
    const { path, to_email, text_body } = await linkIn()
    expect(to_email).toBe('odo@larkmoor.example')
    expect(text_body).not.toContain('Fern')
    const device = browser()
    const looked = await (await device.ask(path)).text()
    expect(looked).toContain('Continue to your application')
    expect(looked).not.toContain('Fern')
    expect(looked).not.toContain(id)
    expect(await device.read()).toBeNull()
    const opened = await device.post(path)
    expect(opened.status).toBe(303)
    expect(opened.headers.get('location')).toBe('/apply-accreditation?continue=1')
    expect((await device.read())!.answers.name).toBe('Fern <Gate> Fairs')
    const page = await (await device.ask('/apply-accreditation?continue=1')).text()
    expect(page.includes('value="Fern &lt;Gate&gt; Fairs"')).toBe(true)
    // Used, it leads its own browser straight on, and nobody else.
    expect((await device.ask(path)).headers.get('location')).toBe('/apply-accreditation?continue=1')
    const late = await browser().post(path)
    expect(late.status).toBe(410)
    expect(late.headers.get('set-cookie')).toBeNull()
    expect(await (await browser().ask('/apply-accreditation?continue=1')).text()).not.toContain('Fern')
  })

  test('whoever has had a link gets nothing of what the writer makes of the answers, nor changes it', async () => {
    const own = browser()
    await own.save(pageOf()({ name: 'Fern' }))
    const before = (await own.read())!.submissionKey
    await own.ask('/api/application-draft/link', { method: 'POST' })
    const device = browser()
    await device.post((await linkIn()).path)
    const key = (await device.read())!.submissionKey
    expect(key).not.toBe(before)

    for (const shared of [before, key]) {
      const [first, lost] = [await organisationBy(own, shared), await organisationBy(own, shared)]
      expect([first.status, lost.status, lost.id]).toEqual([201, 200, first.id])
      const bare = browser()
      for (const other of [device, bare]) {
        const taken = await organisationBy(other, shared, 'Somebody Else')
        expect(taken.status).toBe(409)
        expect(taken.text).not.toContain(first.id)
        expect(other.jar.get('mine') ?? '').not.toContain(first.id)
      }
      const [row] = await site.sql`select name from organisations where id = ${first.id}`
      expect(row!.name).toBe('Fern')
    }
  })

  test('who has lost the cookie of a shared draft makes nothing that its key opens', async () => {
    const own = browser()
    await own.save(pageOf()({ name: 'Fern' }))
    await own.ask('/api/application-draft/link', { method: 'POST' })
    await browser().post((await linkIn()).path)
    const key = (await own.read())!.submissionKey
    own.jar.clear()
    expect((await organisationBy(own, key)).status).toBe(201)
    expect((await organisationBy(browser(), key)).status).toBe(409)
  })

  test('of twenty presses at once one gets the answers', async () => {
    const own = browser()
    await own.save(pageOf()({}))
    await own.ask('/api/application-draft/link', { method: 'POST' })
    const { path } = await linkIn()
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser().post(path)))
    expect(answers.filter((answer) => answer.headers.get('set-cookie') !== null)).toHaveLength(1)
  })

  test('a new one can be had from a used one, at the same address', async () => {
    const own = browser()
    await own.save(pageOf()({}))
    await own.ask('/api/application-draft/link', { method: 'POST' })
    const { path } = await linkIn()
    await browser().post(path)
    const renewed = await browser().post(path, { intent: 'renew' })
    expect(renewed.headers.get('location')).toBe('/access?sent=1')
    const again = await linkIn()
    expect(again.path).not.toBe(path)
    expect(again.to_email).toBe('odo@larkmoor.example')
  })

  test('sent, its link says so: the applicant is led to the application, and everybody else may have a link mailed to it', async () => {
    const own = browser()
    const draft = (await own.save(pageOf()({ name: 'Fern' }))).body
    await own.ask('/api/application-draft/link', { method: 'POST' })
    const unused = await linkIn()
    const json = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const organisation = { name: 'Fern', contactName: 'Odo', email: 'fern@larkmoor.example', phone: '0161 496 0177' }
    const made = await own.ask('/api/organisations', { ...json, body: JSON.stringify(organisation) })
    const { id: organisationId } = (await made.json()) as { id: string }
    const eventDraft = { title: 'Fern Fair', eventType: 'private', category: 'Other' }
    const body = JSON.stringify({ organisationId, eventDraft, draftId: draft.id })
    const { id } = (await (await own.ask('/api/applications', { ...json, body })).json()) as { id: string }

    expect((await own.ask(unused.path)).headers.get('location')).toBe(`/my-applications/${id}`)
    const stranger = browser()
    for (const page of [await stranger.ask(unused.path), await stranger.post(unused.path)]) {
      expect([page.status, page.headers.get('set-cookie'), page.headers.get('location')]).toEqual([410, null, null])
      const html = await page.text()
      expect(html).toContain('These answers have been sent')
      expect(html).not.toContain(id)
    }
    await stranger.post(unused.path, { intent: 'renew' })
    const [mail] = await site.sql`select kind, to_email from mails where kind = 'access-link' order by id desc limit 1`
    expect(mail).toEqual({ kind: 'access-link', to_email: 'fern@larkmoor.example' })
  })

  test('nothing is mailed without a draft, and no address is flooded', async () => {
    expect((await browser().ask('/api/application-draft/link', { method: 'POST' })).status).toBe(404)
    const own = browser()
    await own.save(pageOf()({}))
    const statuses: number[] = []
    for (let press = 0; press < 5; press++) {
      statuses.push((await own.ask('/api/application-draft/link', { method: 'POST' })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    expect((await site.sql`select from mails`).length).toBe(3)
  })
})

describe('without a script', () => {
  const answers = {
    name: 'Fern Gate Fairs',
    contactName: 'Odo Quill',
    email: 'odo@larkmoor.example',
    phone: '0161 496 0177',
  }
  const hidden = (html: string, name: string) =>
    html.match(new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`))?.[1] ?? ''
  const carried = (html: string) => ({
    submissionKey: hidden(html, 'submissionKey'),
    writer: hidden(html, 'writer'),
    draftId: hidden(html, 'draftId'),
    draftRevision: hidden(html, 'draftRevision'),
  })
  const step = async (who: ReturnType<typeof browser>, name: string, form: Record<string, string>) =>
    await (await who.post(`/apply-accreditation?step=${name}`, form)).text()

  test('each post saves, says until when, and can be gone back from', async () => {
    const own = browser()
    const second = await step(own, 'organisation', { ...answers, go: 'next' })
    expect(second.includes('Kept until')).toBe(true)
    expect((await own.read())!.answers).toMatchObject({ name: 'Fern Gate Fairs', country: 'England' })
    const third = await step(own, 'event', { ...answers, ...carried(second), title: 'Fern Fair', go: 'previous' })
    expect(third.includes('two versions')).toBe(false)
    // The browser's own Back, and on from there.
    const again = await step(own, 'event', { ...answers, ...carried(second), title: 'Fern Fête', go: 'previous' })
    expect(again.includes('two versions')).toBe(false)
    expect((await own.read())!.answers.title).toBe('Fern Fête')
  })

  test('another device’s change is told before it is written over', async () => {
    const own = browser()
    const second = await step(own, 'organisation', { ...answers, go: 'next' })
    const seen = (await own.read())!
    await own.save(pageOf()({ ...seen.answers, title: 'From the phone' }, seen))
    const warned = await step(own, 'event', {
      ...answers,
      ...carried(second),
      title: 'From the admin area',
      go: 'previous',
    })
    expect(warned.includes('There are two versions of your answers')).toBe(true)
    expect((await own.read())!.answers.title).toBe('From the phone')
    const kept = await step(own, 'event', {
      ...answers,
      ...carried(warned),
      title: 'From the admin area',
      go: 'previous',
    })
    expect(kept.includes('two versions')).toBe(false)
    expect((await own.read())!.answers.title).toBe('From the admin area')
  })

  test('a link to another device is a button of the form', async () => {
    const own = browser()
    const second = await step(own, 'organisation', { ...answers, go: 'next' })
    const page = await step(own, 'event', { ...answers, ...carried(second), title: 'Fern Fair', go: 'link' })
    expect(page.includes('We have sent the link')).toBe(true)
    expect(hidden(page, 'email')).toBe(answers.email)
    expect((await site.sql`select from mails where kind = 'draft-link'`).length).toBe(1)
  })

  test('it can be deleted, after a question', async () => {
    const own = browser()
    await step(own, 'organisation', { ...answers, go: 'next' })
    const asked = await step(own, 'event', { ...answers, go: 'delete' })
    expect(asked.includes('Delete all of these answers?')).toBe(true)
    expect((await own.read())!.answers.name).toBe('Fern Gate Fairs')
    const deleted = await own.post('/apply-accreditation?step=event', { ...answers, go: 'delete-now' })
    expect(deleted.headers.get('location')).toBe('/apply-accreditation')
    expect(await own.read()).toBeNull()
  })

  test('sent from here under the key of another browser, it is said and nothing is given', async () => {
    const [own, device] = [browser(), browser()]
    const whole = { ...answers, title: 'Fern Fair', category: 'Other', eventType: 'private' }
    const review = await step(own, 'compliance', { ...whole, go: 'next' })
    const key = carried(review).submissionKey
    await own.post('/apply-accreditation?step=review', { ...whole, ...carried(review), go: 'next' })
    const other = await device.post('/apply-accreditation?step=review', {
      ...whole,
      name: 'Somebody Else',
      submissionKey: key,
      go: 'next',
    })
    const page = await other.text()
    expect(other.status).toBe(422)
    expect(page).toContain('were sent from another browser')
    expect(page).toContain('Somebody Else')
    expect(hidden(page, 'submissionKey')).not.toBe(key)
    expect(device.jar.has('mine')).toBe(false)
  })

  test('sent, it is gone', async () => {
    const own = browser()
    const whole = { ...answers, title: 'Fern Fair', category: 'Other', eventType: 'private' }
    const review = await step(own, 'compliance', { ...whole, go: 'next' })
    const sent = await own.post('/apply-accreditation?step=review', { ...whole, ...carried(review), go: 'next' })
    expect(sent.status).toBe(303)
    expect((await site.sql`select from application_drafts`).length).toBe(0)
  })
})
