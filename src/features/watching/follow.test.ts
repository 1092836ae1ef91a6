import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LogRunner, runLog } from '#features/proof/server/run-log.ts'
import { maxFollows, maxMailsPerHour, maxRequestsPerHour } from '#features/watching/rules.ts'
import { createSmtpMail } from '#providers/mail/smtp-mail.ts'
import { startSmtpServer } from '#providers/mail/smtp-server-fixture.ts'
import { emptyTables } from '#test/empty-tables.ts'
import { openTestSite, type TestSite } from '#test/site.ts'
import { until } from '#test/until.ts'
import { tellFollowers, tellWeeklyFollowers } from './server/tell-followers.ts'

const minute = 60_000
let clock = new Date()
const folder = mkdtempSync(join(tmpdir(), 'follow-'))
let site: TestSite
let runner: LogRunner
beforeAll(async () => {
  site = await openTestSite({ demoData: false, now: () => clock })
  runner = runLog({
    sql: site.sql,
    log: site.services.log,
    now: () => clock,
    origin: 'test.example/log',
    secret: 'a-secret-of-thirty-two-characters',
    file: join(folder, 'log-checkpoint'),
    isDemonstration: false,
  })
  await addEntries(1, 3, 'Leeds')
  await settled()
})
beforeEach(async () => {
  clock = new Date()
  await emptyTables(site.sql, 'rate_limits')
  await emptyTables(site.sql, 'follow_requests, follows, followers')
  await emptyTables(site.sql, 'mails cascade')
})
afterAll(async () => {
  await runner.stop()
  rmSync(folder, { recursive: true })
  await site.close()
})

const post = (path: string, form: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  site.post(path, form, headers)
const get = (path: string) => site.get(path)

const addEntries = async (from: number, to: number, city: string) =>
  void (await site.sql`
    insert into register_entries (number, slug, status, valid_from, title, organiser, category, sector, city)
    select 'F-' || n, 'f-' || n, 'active', now(), 'Fair ' || n, 'Organiser', 'Other', 'culture', ${city}::text
    from generate_series(${from}::int, ${to}::int) as n`)
const setStatus = async (number: string, status: string) =>
  void (await site.sql`
    update register_entries set status = ${status}::text, status_reason = 'Stewards were missing.' where number = ${number}`)

type Mail = { kind: string; to_email: string; subject: string; text_body: string; unsubscribe_url: string | null }
const mails = async (kind?: string) =>
  [
    ...(await site.sql<Mail[]>`select kind, to_email, subject, text_body, unsubscribe_url from mails order by id`),
  ].filter((mail) => !kind || mail.kind === kind)
const linkIn = (text: string) => text.match(/\/follow\/(confirm|mine)\/[\w-]{43}/)![0]
const stopOf = (mine: string) => mine.replace('/mine/', '/stop/')
const follows = async () => [...(await site.sql`select subject, cadence from follows order by begun_at, id`)]

/** Until every change is signed and read on. */
async function settled(): Promise<void> {
  while ((await runner.round()).kind !== 'nothing') await Bun.sleep(10)
  await until(async () => {
    const [left] = await site.sql`
      select (select max(position) + 1 from register_leaves) - (select position from log_readers where reader = 'followers')
        + (select count(*) from graphile_worker._private_jobs as j join graphile_worker._private_tasks as t on t.id = j.task_id
           where t.identifier = 'tell-followers' and j.key is distinct from 'tell-followers-later') as changes`
    return Number(left!.changes) === 0
  })
}

/** Asks and confirms. @returns the address of the page with everything that is followed. */
async function follow(email: string, of: string, cadence = 'at-once'): Promise<string> {
  await post('/follow', { email, of, cadence })
  const confirmed = await post(linkIn((await mails()).at(-1)!.text_body))
  return confirmed.headers.get('location')!.split('?')[0]!
}

/** Many who have confirmed long ago. */
const addFollowers = async (count: number, subject: string, cadence = 'at-once') =>
  void (await site.sql`
    with added as (
      insert into followers (email, token, confirmed_at)
      select 'person-' || n || '@harbour.example', 'token-' || n, now() from generate_series(1, ${count}::int) as n returning id
    )
    insert into follows (follower_id, subject, cadence, consent, begun_at)
    select id, ${subject}::text, ${cadence}::text, '', now() from added`)

test('asking follows nothing; the page behind the link says what, and its button follows it, once', async () => {
  const page = await (await get('/follow?city=Leeds&verified=1&utm=x')).text()
  expect(page).toContain('Register of accredited events in Leeds')
  expect(page).toContain('name="of" value="city=Leeds&amp;verified=1"')
  const asked = await post('/follow', {
    email: ' Robin@harbour.example ',
    of: 'verified=1&city=Leeds',
    cadence: 'weekly',
  })
  expect(asked.headers.get('location')).toBe('/follow?verified=1&city=Leeds&asked=1')
  expect(await (await get(asked.headers.get('location')!)).text()).toContain('Check your email')
  const [request, ...others] = await mails()
  expect(others).toEqual([])
  expect(request).toMatchObject({
    kind: 'follow-confirmation',
    to_email: 'robin@harbour.example',
    unsubscribe_url: null,
  })
  // What a stranger may have typed is not mailed to somebody who has not asked for anything.
  expect(request!.text_body).not.toContain('Leeds')
  const link = linkIn(request!.text_body)
  for (let look = 0; look < 2; look++) {
    const shown = await get(link)
    expect(shown.headers.get('cache-control')).toBe('no-store')
    expect(await shown.text()).toContain('Register of accredited events in Leeds')
  }
  expect(await follows()).toEqual([])
  const presses = await Promise.all(Array.from({ length: 8 }, () => post(link)))
  expect(presses.filter(({ status }) => status === 303)).toHaveLength(1)
  expect(await follows()).toEqual([{ subject: 'city=Leeds&verified=1', cadence: 'weekly' }])
  expect(await (await get(link)).text()).toContain('You follow this already')
  const [kept] = await site.sql`select email from follow_requests`
  expect(kept).toEqual({ email: null })
})

test('the answer is the same for an address that follows already; only its mail says so', async () => {
  await follow('robin@harbour.example', 'entry=F-1')
  const answers = await Promise.all(
    ['robin@harbour.example', 'nobody@harbour.example'].map(async (email) => {
      const answer = await post('/follow', { email, of: 'entry=F-1', cadence: 'at-once' })
      return [answer.status, answer.headers.get('location'), await answer.text()]
    }),
  )
  expect(answers[0]).toEqual(answers[1]!)
  expect(
    (await mails())
      .slice(1)
      .map(({ kind, to_email }) => `${kind} ${to_email}`)
      .toSorted(),
  ).toEqual(['follow-already robin@harbour.example', 'follow-confirmation nobody@harbour.example'])
})

test('what cannot be right is refused beside its field, loses nothing, and writes no mail', async () => {
  for (const email of ['', 'robin', 'robin@harbour.example\r\nBcc: all@harbour.example', 'a@b.example, c@d.example']) {
    const answer = await post('/follow', { email, of: 'entry=F-1', cadence: 'weekly' })
    expect(answer.status).toBe(422)
    const html = await answer.text()
    expect(html).toContain('There is a problem')
    expect(html).toContain('value="entry=F-1"')
    expect(html).toMatch(/value="weekly"[^>]*checked|checked=""[^>]*value="weekly"/)
  }
  expect((await post('/follow', { email: 'robin@harbour.example', of: 'entry=F-1', cadence: 'hourly' })).status).toBe(
    422,
  )
  for (const of of ['entry=F-999', 'organiser=999', 'entry=F-1%0d%0aBcc'])
    expect((await post('/follow', { email: 'robin@harbour.example', of, cadence: 'weekly' })).status).toBe(404)
  expect((await get('/follow?entry=F-999')).status).toBe(404)
  // A program fills in every field, and is told what it hopes for.
  expect(
    (await post('/follow', { email: 'robin@harbour.example', of: '', cadence: 'weekly', internal_note: 'x' })).status,
  ).toBe(303)
  expect(await mails()).toEqual([])
})

test('a stranger is not mailed more than five times, however often and under whatever spelling somebody asks', async () => {
  for (let ask = 0; ask < 14; ask++) {
    // From as many networks.
    await site.sql`delete from rate_limits where key like 'follow:%'`
    await post('/follow', { email: `stran.ger+${ask}@gmail.com`, of: `q=${ask}`, cadence: 'at-once' })
  }
  expect(await mails()).toHaveLength(maxRequestsPerHour)
})

test('a change is one mail to each of 200 followers, at once, though two workers begin together', async () => {
  await addFollowers(200, 'city=Leeds&verified=1')
  await setStatus('F-1', 'suspended')
  await Promise.all([tellFollowers({}, site.services), tellFollowers({}, site.services)])
  await settled()
  const news = await mails('follow-news')
  expect(new Set(news.map(({ to_email }) => to_email)).size).toBe(200)
  expect(news).toHaveLength(200)
  expect(news[0]!.subject).toBe('F-1: suspended')
  expect(news[0]!.text_body).toContain(
    'Suspended. Status: from “Accredited: declared, no documents checked” to “Accreditation suspended”.',
  )
  expect(news[0]!.text_body).toContain(`${site.origin}/events/f-1`)
  expect(news[0]!.text_body).toContain(`${site.origin}/log/entries/F-1`)
  await tellFollowers({}, site.services)
  expect(await mails('follow-news')).toHaveLength(200)
}, 30_000)

test('many changes are one mail: an import, and what follows within ten minutes', async () => {
  await follow('robin@harbour.example', '')
  await follow('robin@harbour.example', 'city=York')
  await addEntries(1000, 1099, 'York')
  await until(async () => (await mails('follow-news')).length > 0)
  await settled()
  const [first, ...others] = await mails('follow-news')
  expect(others).toEqual([])
  expect(first!.text_body.match(/See it in the public log/g)!.length).toBeLessThanOrEqual(30)
  await setStatus('F-1000', 'suspended')
  await settled()
  expect(await mails('follow-news')).toHaveLength(1)
  clock = new Date(Date.now() + 11 * minute)
  await tellFollowers({}, site.services)
  const [, second, ...more] = await mails('follow-news')
  expect(more).toEqual([])
  expect(second!.text_body).toContain('Fair 1000, F-1000')
  expect([first!.subject, second!.subject]).toEqual(['100 changes in what you follow', 'F-1000: suspended'])
}, 30_000)

test('one mailbox gets three mails an hour, under whatever spellings it follows; the rest is one mail when the hour is over', async () => {
  for (const alias of ['one', 'two']) await follow(`robin+${alias}@harbour.example`, 'entry=F-2')
  for (let change = 0; change < 4; change++) {
    clock = new Date(clock.getTime() + 11 * minute)
    await setStatus('F-2', change % 2 ? 'active' : 'suspended')
    await settled()
    await tellFollowers({}, site.services)
  }
  expect(await mails('follow-news')).toHaveLength(maxMailsPerHour)
  await emptyTables(site.sql, 'rate_limits')
  clock = new Date(clock.getTime() + 60 * minute)
  await tellFollowers({}, site.services)
  const later = (await mails('follow-news')).slice(maxMailsPerHour)
  expect(later.map(({ subject }) => subject)).toEqual(Array(2).fill(expect.stringMatching(/^[23] changes in what you/)))
})

test('weekly mails leave on Monday morning in London, one for the week', async () => {
  await follow('robin@harbour.example', 'entry=F-2', 'weekly')
  await follow('robin@harbour.example', 'city=Leeds', 'weekly')
  await setStatus('F-2', 'suspended')
  await setStatus('F-2', 'active')
  await settled()
  clock = new Date('2027-06-07T06:55:00Z')
  await tellWeeklyFollowers({}, site.services)
  expect(await mails('follow-news')).toEqual([])
  clock = new Date('2027-06-07T07:05:00Z')
  await Promise.all([tellWeeklyFollowers({}, site.services), tellWeeklyFollowers({}, site.services)])
  await setStatus('F-2', 'revoked')
  await settled()
  clock = new Date('2027-06-07T08:05:00Z')
  await tellWeeklyFollowers({}, site.services)
  const [mail, ...others] = await mails('follow-news')
  expect(others).toEqual([])
  expect(mail!.subject).toBe('2 changes in what you follow')
  expect(mail!.text_body).toContain('since last week')
  expect(mail!.text_body).toContain('- Fair 2 (F-2)')
  expect(mail!.text_body).toContain('- Register of accredited events in Leeds')
  clock = new Date('2027-06-14T07:05:00Z')
  await tellWeeklyFollowers({}, site.services)
  expect((await mails('follow-news')).at(-1)!.subject).toBe('F-2: revoked')
})

test('looking at the link in a mail stops nothing; its buttons change one thing, and one click stops everything', async () => {
  await follow('robin@harbour.example', 'entry=F-1')
  const mine = await follow('robin@harbour.example', 'entry=F-3', 'weekly')
  const stranger = await follow('other@harbour.example', 'entry=F-3')
  await setStatus('F-3', 'suspended')
  await until(async () => (await mails('follow-news')).length === 1)
  const [news] = await mails('follow-news')
  expect(news!.unsubscribe_url).toBe(site.origin + stopOf(stranger))
  for (const method of ['GET', 'HEAD'])
    for (const path of [mine, stopOf(mine)]) expect((await fetch(site.origin + path, { method })).status).toBe(200)
  const html = await (await get(mine)).text()
  expect(html).toContain('r•••@harbour.example')
  expect(html).not.toContain('robin@')
  const [one, two] = await site.sql<{ id: string }[]>`
    select w.id from follows as w join followers as f on f.id = w.follower_id where f.email like 'robin%' order by w.subject`
  // With the link of somebody else.
  for (const intent of ['stop', 'change']) await post(stranger, { intent, id: one!.id, cadence: 'weekly' })
  expect((await post(mine, { intent: 'change', id: 'x', cadence: 'weekly' })).status).toBe(422)
  expect(await follows()).toHaveLength(3)
  const changed = await post(mine, { intent: 'change', id: two!.id, cadence: 'at-once' })
  expect(await (await get(changed.headers.get('location')!)).text()).toContain('Your change is saved')
  expect(await follows()).toContainEqual({ subject: 'entry=F-3', cadence: 'at-once' })
  // What has waited for Monday.
  await until(async () => (await mails('follow-news')).some(({ to_email }) => to_email === 'robin@harbour.example'))
  await post(mine, { intent: 'stop', id: one!.id })
  expect(await follows()).toHaveLength(2)
  // As a mail program posts it, from nowhere.
  const click = () =>
    fetch(site.origin + stopOf(mine), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
  for (let time = 0; time < 2; time++) expect((await click()).status).toBe(200)
  expect([...(await site.sql`select email from followers`)]).toEqual([{ email: 'other@harbour.example' }])
  expect((await get(mine)).status).toBe(404)
  await post(stranger, { intent: 'stop', id: (await site.sql`select id from follows`)[0]!.id })
  expect([...(await site.sql`select email from followers`)]).toEqual([])
})

test('of the last two follows that are stopped at the same moment, the second takes the address along', async () => {
  await follow('robin@harbour.example', 'entry=F-1')
  const mine = await follow('robin@harbour.example', 'entry=F-2')
  const rows = await site.sql<{ id: string }[]>`select id from follows`
  let stops: Promise<Response>[] = []
  await site.sql.begin(async (transaction) => {
    await transaction`select from follows for update`
    stops = rows.map(({ id }) => post(mine, { intent: 'stop', id }))
    await until(
      async () =>
        (await site.sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
          .length === 2,
    )
  })
  await Promise.all(stops)
  expect([...(await site.sql`select email from followers`)]).toEqual([])
})

test('by a real mail server: the link that was mailed confirms, and the header of the news unsubscribes with one click', async () => {
  const server = startSmtpServer()
  const { mail: kept } = site.services
  site.services.mail = createSmtpMail({ url: server.url, from: { name: 'Register', email: 'register@beaa.example' } })
  try {
    const taken = async (count: number) => {
      await until(async () => server.taken.length === count)
      const { to, message } = server.taken[count - 1]!
      return { to, message, text: message.replaceAll('=\r\n', '').replaceAll('=3D', '=') }
    }
    await post('/follow', { email: 'robin@harbour.example', of: 'city=Leeds', cadence: 'at-once' })
    const request = await taken(1)
    expect(request.to).toEqual(['robin@harbour.example'])
    expect(request.message).not.toContain('List-Unsubscribe')
    await setStatus('F-1', 'revoked')
    await settled()
    await post(linkIn(request.text))
    await setStatus('F-1', 'active')
    await settled()
    const news = await taken(2)
    const header = news.message.replaceAll('\r\n ', ' ')
    expect(header).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    const address = header.match(/^List-Unsubscribe: ?<(.+)>\r$/m)![1]!
    // As the mail program's own server posts it: no cookie, no origin, no page that was looked at before.
    const click = await fetch(address, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(click.status).toBe(200)
    expect(await site.sql`select from followers`).toHaveLength(0)
    await setStatus('F-1', 'suspended')
    await settled()
    expect(server.taken).toHaveLength(2)
  } finally {
    site.services.mail = kept
    server.close()
  }
})

test('links that were guessed, cut off or have ended open nothing', async () => {
  await post('/follow', { email: 'robin@harbour.example', of: '', cadence: 'weekly' })
  const link = linkIn((await mails())[0]!.text_body)
  for (const path of [
    `/follow/confirm/${'x'.repeat(43)}`,
    link.slice(0, -1),
    '/follow/confirm/%00',
    `/follow/mine/${'x'.repeat(43)}`,
    '/follow/mine/%27',
  ])
    expect((await get(path)).status).toBe(404)
  for (const path of [`/follow/confirm/${'x'.repeat(43)}`, link.slice(0, -1)])
    expect((await post(path)).status).toBe(404)
  clock = new Date(Date.now() + 8 * 24 * 60 * minute)
  expect((await get(link)).status).toBe(410)
  expect((await post(link)).status).toBe(410)
  expect(await follows()).toEqual([])
})

test('an address follows fifty things at most, and one that mail does not reach is forgotten', async () => {
  await follow('robin@harbour.example', 'entry=F-1')
  await site.sql`
    insert into follows (follower_id, subject, cadence, consent, begun_at)
    select id, 'q=' || n, 'weekly', '', now() from followers, generate_series(2, ${maxFollows}::int) as n`
  await post('/follow', { email: 'robin@harbour.example', of: 'entry=F-2', cadence: 'weekly' })
  const full = await post(linkIn((await mails()).at(-1)!.text_body))
  expect(full.status).toBe(409)
  expect(await full.text()).toContain('50 things already')
  for (let change = 0; change < 4; change++) {
    clock = new Date(clock.getTime() + 11 * minute)
    await setStatus('F-1', change % 2 ? 'suspended' : 'revoked')
    await settled()
    await tellFollowers({}, site.services)
    await site.sql`update mails set state = 'failed', reason = 'No such mailbox.' where kind = 'follow-news'`
  }
  expect(await mails('follow-news')).toHaveLength(3)
  expect([...(await site.sql`select email from followers`)]).toEqual([])
})

test('changes of each subject are a feed, newest first, and the dates of an organiser a calendar', async () => {
  await site.sql`update register_entries set starts_on = '2027-05-01', starts_at = '10:00' where number = 'F-3'`
  await setStatus('F-3', 'active')
  await setStatus('F-3', 'revoked')
  await settled()
  const [{ organiser_id: organiser }] = (await site.sql`
    select organiser_id from register_entries where number = 'F-3'`) as unknown as [{ organiser_id: number }]
  type JsonFeed = {
    title: string
    items: { id: string; title: string; url: string; content_text: string; _register: Record<string, unknown> }[]
  }
  for (const query of ['entry=F-3', `organiser=${organiser}`, 'city=leeds', 'q=fair&status=revoked', '']) {
    const response = await get(`/changes.json?${query}`)
    expect(response.headers.get('content-type')).toStartWith('application/feed+json')
    const { items } = (await response.json()) as JsonFeed
    expect(items[0]).toMatchObject({
      title: 'Fair 3, F-3: revoked',
      url: `${site.origin}/events/f-3`,
      _register: { number: 'F-3', change: 'revoked', status: 'revoked', statusBefore: 'active', accredited: false },
    })
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
    expect(items.length).toBeLessThanOrEqual(50)
  }
  const rss = await (await get('/changes.rss?entry=F-3')).text()
  expect(rss).toContain('<title>Changes: Fair 3 (F-3) – ')
  expect(rss.match(/<item>/g)!.length).toBeGreaterThan(2)
  const york = (await (await get('/changes.json?city=York&verified=1')).json()) as JsonFeed
  expect(york.items.every(({ title }) => title.startsWith('Fair 1'))).toBe(true)
  for (const path of ['/changes.json?entry=F-999', '/changes.rss?organiser=x', '/organisers/nobody-999.ics'])
    expect((await get(path)).status).toBe(404)
  const page = await (await get(`/follow?organiser=${organiser}`)).text()
  const calendar = /href="(\/organisers\/[^"]+\.ics)"/.exec(page)![1]!
  const ics = await (await get(calendar)).text()
  expect(ics).toContain('SUMMARY:Fair 3')
  expect(ics.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  expect(await (await get('/follow?entry=F-3')).text()).toContain('href="/events/f-3.ics"')
  // It is made anew when the log grows.
  await setStatus('F-3', 'active')
  await settled()
  await until(async () => (await (await get('/changes.rss?entry=F-3')).text()).includes('F-3: reinstated'))
})
