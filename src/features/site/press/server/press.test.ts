import { beforeEach, expect, test } from 'bun:test'
import { emptyTables } from '#test/empty-tables.ts'
import { siteOfFile } from '#test/of-file.ts'
import { type PressRelease, releases } from '../content.ts'
import { forgetPressRequests, mailReleases } from './releases.ts'

const day = 24 * 60 * 60 * 1000
let clock = new Date()
const site = await siteOfFile({ demoData: false, now: () => clock })
beforeEach(async () => {
  clock = new Date()
  await emptyTables(site.sql, 'rate_limits')
  await emptyTables(site.sql, 'press_deliveries, press_requests, press_subscriptions')
  await emptyTables(site.sql, 'mails cascade')
})

const { get, post } = site
const call = (body: unknown) => site.call('/api/press-subscriptions', body)

type Mail = { kind: string; to_email: string; subject: string; text_body: string; unsubscribe_url: string | null }
const mails = async () => [
  ...(await site.sql<Mail[]>`select kind, to_email, subject, text_body, unsubscribe_url from mails order by id`),
]
const linkIn = (text: string, folder: string) => text.match(new RegExp(`/press/${folder}/[\\w-]{43}`))![0]
const addresses = async () =>
  [...(await site.sql`select email from press_subscriptions where ended_at is null order by email`)].map(
    ({ email }) => email,
  )

/** Asks and confirms; the unsubscribe page of the new subscription. */
async function subscribe(email: string): Promise<string> {
  await post('/press', { email })
  await post(linkIn((await mails()).at(-1)!.text_body, 'confirm'))
  return linkIn((await mails()).at(-1)!.text_body, 'unsubscribe')
}

test('asking mails a link and subscribes nobody; the link subscribes, once', async () => {
  const asked = await post('/press', { email: ' robin@harbour.example ' })
  expect(asked.status).toBe(303)
  expect(asked.headers.get('location')).toBe('/press?asked=1#subscribe')
  expect(await (await get('/press?asked=1')).text()).toContain('Check your email')
  const [request, ...others] = await mails()
  expect(others).toEqual([])
  expect(request).toMatchObject({
    kind: 'press-confirmation',
    to_email: 'robin@harbour.example',
    unsubscribe_url: null,
  })
  expect(await addresses()).toEqual([])

  const link = linkIn(request!.text_body, 'confirm')
  for (let look = 0; look < 3; look++) {
    const page = await get(link)
    expect(page.status).toBe(200)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('x-robots-tag')).toBe('noindex')
    expect(await page.text()).toContain('Confirm your subscription')
  }
  expect((await fetch(site.origin + link, { method: 'HEAD' })).status).toBe(200)
  expect(await addresses()).toEqual([])

  const presses = await Promise.all(Array.from({ length: 8 }, () => post(link)))
  expect(presses.filter(({ status }) => status === 303)).toHaveLength(1)
  expect(await addresses()).toEqual(['robin@harbour.example'])
  expect(await (await get(link)).text()).toContain('You are subscribed')
  const [, welcome, ...more] = await mails()
  expect(more).toEqual([])
  expect(welcome).toMatchObject({ kind: 'press-welcome', to_email: 'robin@harbour.example' })
  expect(welcome!.unsubscribe_url).toBe(site.origin + linkIn(welcome!.text_body, 'unsubscribe'))
})

test('what was agreed to is kept with the subscription', async () => {
  await subscribe('robin@harbour.example')
  const [row] = await site.sql`select consent, confirmed_at from press_subscriptions`
  expect(row!.consent).toContain('only to email you new press releases')
  expect(await (await get('/press')).text()).toContain(row!.consent)
})

test('the database does not hold what the link carries, nor the address of a request that was used', async () => {
  await post('/press', { email: 'robin@harbour.example' })
  const token = linkIn((await mails())[0]!.text_body, 'confirm')
    .split('/')
    .at(-1)!
  expect(JSON.stringify(await site.sql`select r, encode(token_hash, 'escape') from press_requests as r`)).not.toContain(
    token,
  )
  await post(`/press/confirm/${token}`)
  expect(await site.sql`select email from press_requests`).toEqual([{ email: null }] as never)
  expect(site.logged.join('\n')).not.toContain(token)
  expect(site.logged.join('\n')).not.toContain('robin@')
})

test('by the API and by the form, the answer is the same for an address that is subscribed', async () => {
  await subscribe('robin@harbour.example')
  const known = await call({ email: 'ROBIN@harbour.example' })
  const unknown = await call({ email: 'nobody@harbour.example' })
  expect([known.status, unknown.status]).toEqual([200, 200])
  expect(await known.json()).toEqual(await unknown.json())
  const forms = [
    await post('/press', { email: 'robin@harbour.example' }),
    await post('/press', { email: 'x@harbour.example' }),
  ]
  expect(forms.map(({ status, headers }) => [status, headers.get('location')])).toEqual(
    Array(2).fill([303, '/press?asked=1#subscribe']),
  )
  const kinds = (await mails()).slice(2).map(({ kind, to_email }) => [kind, to_email])
  expect(kinds).toEqual([
    ['press-still-subscribed', 'robin@harbour.example'],
    ['press-confirmation', 'nobody@harbour.example'],
    ['press-still-subscribed', 'robin@harbour.example'],
    ['press-confirmation', 'x@harbour.example'],
  ])
  expect(await addresses()).toEqual(['robin@harbour.example'])
})

test('one click of a mail program unsubscribes: from elsewhere, without a cookie, as a form of either kind or none', async () => {
  const oneClick = new FormData()
  oneClick.set('List-Unsubscribe', 'One-Click')
  const bodies: [BodyInit | undefined, Record<string, string>][] = [
    [oneClick, {}],
    [new URLSearchParams('List-Unsubscribe=One-Click'), { origin: 'https://mail.elsewhere.example' }],
    [undefined, { 'sec-fetch-site': 'cross-site' }],
  ]
  for (const [index, [body, headers]] of bodies.entries()) {
    const link = await subscribe(`reader${index}@harbour.example`)
    const answer = await fetch(site.origin + link, {
      method: 'POST',
      redirect: 'manual',
      headers,
      ...(body ? { body } : {}),
    })
    // RFC 8058, 3.1: no redirect.
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('You are not subscribed')
    expect(await addresses()).toEqual([])
  }
})

test('looking at the unsubscribe link ends nothing; the button does, and the address goes', async () => {
  const link = await subscribe('robin@harbour.example')
  for (const look of [await get(link), await get(link)]) {
    expect(look.status).toBe(200)
    expect(look.headers.get('cache-control')).toBe('no-store')
    const text = await look.text()
    expect(text).toContain('Unsubscribe from press releases')
    expect(text).not.toContain('robin@')
  }
  expect(await addresses()).toEqual(['robin@harbour.example'])
  for (const press of [await post(link), await post(link)]) {
    expect(press.status).toBe(200)
    expect(await press.text()).toContain('You are not subscribed')
  }
  expect(await site.sql`select email from press_subscriptions`).toEqual([{ email: null }] as never)
  const begun = linkIn((await mails())[0]!.text_body, 'confirm')
  expect((await get(begun)).status).toBe(410)
  expect((await post(begun)).status).toBe(410)
  expect(await addresses()).toEqual([])
})

test('who has left can come back', async () => {
  await post(await subscribe('robin@harbour.example'))
  const again = await subscribe('robin@harbour.example')
  expect(await addresses()).toEqual(['robin@harbour.example'])
  expect((await get(again)).status).toBe(200)
})

test('a link runs out after seven days, and its address is forgotten', async () => {
  await post('/press', { email: 'robin@harbour.example' })
  const link = linkIn((await mails())[0]!.text_body, 'confirm')
  clock = new Date(clock.getTime() + 7 * day + 1000)
  expect((await get(link)).status).toBe(410)
  expect((await post(link)).status).toBe(410)
  expect(await addresses()).toEqual([])
  await forgetPressRequests({}, site.services)
  expect(await site.sql`select email from press_requests`).toEqual([{ email: 'robin@harbour.example' }] as never)
  clock = new Date(clock.getTime() + day)
  await forgetPressRequests({}, site.services)
  expect(await site.sql`select email from press_requests`).toEqual([{ email: null }] as never)
  clock = new Date(clock.getTime() + 90 * day)
  await forgetPressRequests({}, site.services)
  expect(await site.sql`select 1 from press_requests`).toHaveLength(0)
})

test('wrong links are 404 in plain words and change nothing', async () => {
  await subscribe('robin@harbour.example')
  for (const folder of ['confirm', 'unsubscribe']) {
    for (const token of ['x', 'A'.repeat(43), `${'A'.repeat(42)}%00`, 'A'.repeat(3000)]) {
      for (const answer of [await get(`/press/${folder}/${token}`), await post(`/press/${folder}/${token}`)]) {
        expect(answer.status).toBe(404)
      }
    }
    expect(await (await get(`/press/${folder}/${'A'.repeat(43)}`)).text()).toContain('This link does not work')
  }
  expect(await addresses()).toEqual(['robin@harbour.example'])
})

const refused: [string, string, string][] = [
  ['no address', '', 'Enter your email address'],
  ['half an address', 'robin@harbour', 'Enter an email address, like name@example.com'],
  ['a header', 'robin@harbour.example\nBcc: all@b.example', 'Use letters, numbers and punctuation only'],
]
test.each(refused)('%s is refused in words, and stays where it was typed', async (_, email, message) => {
  const page = await post('/press', { email })
  expect(page.status).toBe(422)
  const text = await page.text()
  expect(text).toContain(message)
  if (email === 'robin@harbour') expect(text).toContain(`value="${email}"`)
  const answer = await call({ email })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ fields: [{ field: 'email', message }] })
  expect(await mails()).toEqual([])
})

test('what a program has filled in is answered and forgotten', async () => {
  expect((await call({ email: 'robin@harbour.example', internal_note: 'x' })).status).toBe(200)
  expect(await mails()).toEqual([])
})

test('asking is limited by visitor, openly, and by address, silently', async () => {
  for (let time = 0; time < 5; time++) expect((await call({ email: 'robin@harbour.example' })).status).toBe(200)
  expect(await mails()).toHaveLength(3)
  const answer = await call({ email: 'robin@harbour.example' })
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  const page = await post('/press', { email: 'robin@harbour.example' })
  expect(page.status).toBe(429)
  expect(await page.text()).toContain('You have tried too many times.')
})

const release: PressRelease = {
  id: 'a-release',
  title: 'Something has happened',
  excerpt: 'And this is what.',
  publishedAt: '2027-03-10',
  category: 'Announcement',
  downloadUrl: '/media/a-release.txt',
  featured: false,
}

test('a release goes once to everybody who was subscribed by its day, and to nobody who has left', async () => {
  clock = new Date('2027-03-08T09:00:00Z')
  await subscribe('early@harbour.example')
  await post(await subscribe('gone@harbour.example'))
  clock = new Date('2027-03-10T12:00:00Z')
  await subscribe('today@harbour.example')
  await emptyTables(site.sql, 'mails cascade')
  await Promise.all([mailReleases([release], site.services), mailReleases([release], site.services)])
  clock = new Date('2027-03-11T12:00:00Z')
  await emptyTables(site.sql, 'rate_limits')
  const later = await subscribe('late@harbour.example')
  await mailReleases([release], site.services)
  const sent = (await mails()).filter(({ kind }) => kind === 'press-release')
  expect(sent.map(({ to_email }) => to_email).sort()).toEqual(['early@harbour.example', 'today@harbour.example'])
  for (const mail of sent) {
    expect(mail.subject).toBe('Something has happened')
    expect(mail.text_body).toContain(`${site.origin}/media/a-release.txt`)
    expect(mail.unsubscribe_url).toBe(site.origin + linkIn(mail.text_body, 'unsubscribe'))
    expect(mail.unsubscribe_url).not.toBe(site.origin + later)
  }
})

test('a release goes out neither before its day nor as old news, and to more than one batch', async () => {
  clock = new Date('2027-03-01T09:00:00Z')
  await site.sql`insert into press_subscriptions (email, unsubscribe_token, consent, confirmed_at)
    select 'reader' || n || '@harbour.example', 'token' || n, 'yes', ${clock} from generate_series(1, 230) as n`
  clock = new Date('2027-03-09T23:59:00Z')
  await mailReleases([release], site.services)
  expect(await mails()).toEqual([])
  clock = new Date('2027-03-30T09:00:00Z')
  await mailReleases([release], site.services)
  expect(await mails()).toEqual([])
  clock = new Date('2027-03-10T00:01:00Z')
  await mailReleases([release], site.services)
  expect(new Set((await mails()).map(({ to_email }) => to_email)).size).toBe(230)
  expect(await mails()).toHaveLength(230)
})

test('each release is a page of its own, which says the words of its file, and that it is old when it is', async () => {
  const list = await (await fetch(`${site.origin}/press`)).text()
  for (const { id, title, publishedAt, downloadUrl } of releases) {
    expect(list).toContain(`href="/press/${id}"`)
    const page = await (await fetch(`${site.origin}/press/${id}`)).text()
    expect(page).toContain(`<h1 tabindex="-1" data-page-heading="">${title}</h1>`)
    const file = await (await fetch(site.origin + downloadUrl)).text()
    const [, , first] = file.trim().split('\n\n')
    expect(page).toContain(Bun.escapeHTML(first!.replaceAll('\n', ' ')).replaceAll('&#039;', '&#x27;'))
    expect(page.includes('From our archive')).toBe(
      Date.parse(publishedAt) < site.services.now().getTime() - 365 * 86_400_000,
    )
    expect(page).not.toContain('ENDS')
  }
  expect((await fetch(`${site.origin}/press/nothing`)).status).toBe(404)
})
