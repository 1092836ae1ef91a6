import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { addJob } from '#database/add-job.ts'
import { camel } from '#database/camel.ts'
import { runRetention } from '#features/people/privacy/server/run-retention.ts'
import { type LogRunner, runLog } from '#features/proof/server/run-log.ts'
import { listChanges } from '#features/watching/server/changes.ts'
import { emptyTables } from '#test/empty-tables.ts'
import { signInAdmin } from '#test/sign-in.ts'
import { openTestSite, type TestSite } from '#test/site.ts'
import { until } from '#test/until.ts'
import { startReceiver } from '#test/webhook-receiver.ts'
import type { Leaf } from '#wire/leaf.ts'
import { type DueDelivery, queueFor } from '../queries.ts'
import { exampleEvent, verifyingExamples } from './examples.ts'
import { eventBody, noteOutcome } from './send-deliveries.ts'

const hour = 60 * 60_000
const folder = mkdtempSync(join(tmpdir(), 'webhooks-'))
const receiver = startReceiver()
let clock = new Date()
let site: TestSite
let runner: LogRunner
beforeAll(async () => {
  site = await openTestSite({ demoData: false, now: () => clock, env: { webhookLoopback: true } })
  const place = { origin: 'test.example/log', file: join(folder, 'kept'), isDemonstration: false }
  const secret = 'a-secret-of-thirty-two-characters'
  runner = runLog({ sql: site.sql, log: site.services.log, now: () => clock, secret, ...place })
})
afterAll(async () => {
  await runner.stop()
  await site.close()
  await receiver.stop()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  clock = new Date()
  receiver.received.length = 0
  receiver.answers.clear()
  await emptyTables(site.sql, 'rate_limits')
  await emptyTables(site.sql, 'webhook_deliveries, webhook_endpoints, webhook_links')
})

const get = async (path: string) => {
  const response = await site.get(path)
  return { status: response.status, text: await response.text() }
}
const post = async (path: string, form: Record<string, string> = {}) => {
  const headers = { origin: site.origin }
  const body = new URLSearchParams(form)
  const response = await fetch(site.origin + path, { method: 'POST', redirect: 'manual', headers, body })
  return { status: response.status, to: response.headers.get('location'), text: await response.text() }
}
const mailsTo = async (email: string) =>
  await site.sql<{ kind: string; text_body: string }[]>`
    select kind, text_body from mails where to_email = ${email} order by id`

/** Asks for a link as a person does. @returns the path that was mailed. */
async function linkOf(email: string): Promise<string> {
  expect(await post('/webhooks', { email })).toMatchObject({ status: 303, to: '/webhooks?asked=1#begin' })
  const mail = (await mailsTo(email)).at(-1)!
  return mail.text_body.match(/\/webhooks\/[\w-]{43}/)![0]
}

type Endpoint = { link: string; path: string; id: string; secret: string; email: string; hook: string }
let made = 0

/** Registers an endpoint as a person does. */
async function register(hook: string, follow = ''): Promise<Endpoint> {
  const email = `operator-${++made}@tickets.example`
  await emptyTables(site.sql, 'rate_limits')
  const link = await linkOf(email)
  const added = await post(link, { address: receiver.address(hook), follow })
  expect({ status: added.status, text: added.text }).toMatchObject({
    text: expect.stringContaining('endpoint was added'),
  })
  const [, secret] = added.text.match(/(whsec_[\w+/]+=)/)!
  const [, id] = added.text.match(new RegExp(`${link}/([0-9a-f-]{36})`))!
  return { link, path: `${link}/${id}`, id: id!, secret: secret!, email, hook }
}

let entries = 0
async function addEntry(city = 'Leeds'): Promise<string> {
  const number = `H-${++entries}`
  await site.sql`
    insert into register_entries (number, slug, status, valid_from, title, organiser, category, sector, city)
    values (${number}, ${number.toLowerCase()}, 'active', now(), 'Fair', ${`Fairs of ${city}`}, 'Other', 'culture', ${city})`
  await sign()
  return number
}

async function change(number: string, status: string): Promise<void> {
  await site.sql`update register_entries set status = ${status}, status_reason = 'Unsafe.' where number = ${number}`
  await sign()
}

const sign = async () => {
  while ((await runner.round()).kind !== 'nothing') await Bun.sleep(10)
}

/** Until no job runs, and none that sends is about to. */
const idle = () =>
  until(
    async () =>
      (
        await site.sql`
          select from graphile_worker.jobs
          where locked_at is not null or (task_identifier = 'send-webhooks' and run_at <= now())`
      ).length === 0,
  )

/** Has the queue send what is due at a later time. */
async function sendIn(milliseconds: number): Promise<void> {
  // A job that was added before the last one has ended waits for the queue to ask, which takes seconds.
  await idle()
  clock = new Date(clock.getTime() + milliseconds)
  await addJob(site.sql, 'send-webhooks', {}, { key: 'send-webhooks' })
}
const deliveries = async ({ id }: Endpoint) =>
  await site.sql<
    { state: string; attempts: number; http_status: number | null; outcome: string; wait: number | null }[]
  >`
    select state, attempts, http_status, outcome, extract(epoch from next_at - attempted_at)::int as wait
    from webhook_deliveries where endpoint_id = ${id} order by id`
const stateOf = async ({ id }: Endpoint) =>
  (await site.sql`select state, disabled_by, failures from webhook_endpoints where id = ${id}`)[0]!
const typesAt = (hook: string) => receiver.at(hook).map(({ body }) => (JSON.parse(body) as { type: string }).type)

test('a change reaches the endpoint signed, within seconds, and its log says so', async () => {
  const endpoint = await register('/in')
  const number = await addEntry()
  await change(number, 'suspended')
  const [published, suspended] = await until(() => receiver.at('/in').length === 2 && receiver.at('/in'))
  const event = new Webhook(endpoint.secret).verify(suspended!.body, suspended!.headers)
  const [{ position }] = (await site.sql`select max(position) as position from register_leaves`) as unknown as [
    { position: number },
  ]
  expect(event).toEqual({
    type: 'register.entry.suspended',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    data: {
      position: position + 1,
      number,
      change: 'suspended',
      status: 'suspended',
      assurance: 'declared',
      assuredOn: null,
      validFrom: expect.any(String),
      validUntil: null,
      address: `${site.origin}/verify/${number}`,
    },
  })
  expect(published!.id).not.toBe(suspended!.id)
  expect(suspended!.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': expect.stringContaining('/webhooks)'),
  })
  await until(async () => (await deliveries(endpoint)).every(({ state }) => state === 'delivered'))
  const { status, text } = await get(endpoint.path)
  expect(status).toBe(200)
  for (const shown of [suspended!.id, 'register.entry.suspended', number, 'Delivered', '204', 'Send again'])
    expect(text).toContain(shown)
  // Nothing does.
  expect(text).not.toContain('>Waiting</dt>')
})

test('whoever asks for a link is answered alike, and the link alone opens the endpoints', async () => {
  const { email, link, path, secret } = await register('/in')
  const known = await post('/webhooks', { email })
  const unknown = await post('/webhooks', { email: 'nobody@tickets.example' })
  expect([known.status, known.to]).toEqual([unknown.status, unknown.to])
  expect((await post('/webhooks', { email: 'no address' })).status).toBe(422)
  // Looking changes nothing, and no page shows the secret again.
  for (const shown of [await get(link), await get(path)]) {
    expect(shown.status).toBe(200)
    expect(shown.text).not.toContain('whsec_')
  }
  const other = await linkOf('nobody@tickets.example')
  const wrong = [`${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`, path.replace(link, other), `${link}/none`]
  for (const address of wrong)
    expect({ address, status: (await get(address)).status }).toEqual({ address, status: 404 })
  for (const intent of ['test', 'rotate', 'pause', 'delete'])
    expect((await post(path.replace(link, other), { intent, sure: '1' })).status).toBe(404)
  expect((await post(wrong[0]!, { address: receiver.address('/in') })).status).toBe(404)
  const kept = await site.sql`select e, l, encode(e.secret, 'escape') from webhook_endpoints e, webhook_links l`
  for (const hidden of [secret.slice(6, 40), link.split('/').at(-1)!]) {
    expect(JSON.stringify(kept)).not.toContain(hidden)
    expect(site.logged.join('\n')).not.toContain(hidden)
  }
  clock = new Date(clock.getTime() + 31 * 24 * hour)
  expect((await get(link)).text).toContain('This link does not work')
})

test('whoever has a link can end all links of its address; the new one goes to its mailbox alone', async () => {
  const { email, link, path, id } = await register('/in')
  const earlier = await linkOf(email)
  const other = await register('/other')
  expect((await get(link)).text).toContain('End all links')
  const ended = await post(link, { intent: 'replace-links' })
  expect([ended.status, ended.text.includes(email)]).toEqual([200, true])
  for (const dead of [link, path, earlier]) expect((await get(dead)).status).toBe(404)
  expect((await post(path, { intent: 'rotate' })).status).toBe(404)
  expect((await post(link, { intent: 'replace-links' })).status).toBe(404)
  const mails = await mailsTo(email)
  expect(mails.map(({ kind }) => kind)).toEqual(['webhook-link', 'webhook-link', 'webhook-link-replaced'])
  const renewed = mails.at(-1)!.text_body.match(/\/webhooks\/[\w-]{43}/)![0]
  expect(ended.text).not.toContain(renewed)
  expect((await get(`${renewed}/${id}`)).status).toBe(200)
  expect((await get(other.path)).status).toBe(200)
})

test('what cannot be an endpoint, or names nothing, is refused beside its field and stays typed', async () => {
  const link = await linkOf('typist@tickets.example')
  for (const address of [
    '',
    'tickets.example/in',
    'ftp://tickets.example',
    'https://me:pw@tickets.example/',
    'https://a.example/#x',
    'https://a.example:25/',
    'https://10.0.0.8/in',
    'https://[fd00::1]/in',
  ]) {
    const { status, text } = await post(link, { address, follow: 'H-1' })
    expect({ address, status }).toEqual({ address, status: 422 })
    expect(text).toContain('aria-invalid="true"')
    expect(text).toContain('value="H-1"')
  }
  for (const follow of ['NO-SUCH', '/about', '/organisers/nobody-999', '/cities/atlantis', '/events/none'])
    expect((await post(link, { address: 'https://tickets.example', follow })).text).toContain(
      'Enter the number of an entry',
    )
  await emptyTables(site.sql, 'rate_limits')
  for (let count = 0; count < 10; count++) await post(link, { address: `https://tickets.example/${count}` })
  await emptyTables(site.sql, 'rate_limits')
  const full = await post(link, { address: 'https://tickets.example/more' })
  expect([full.status, full.text.includes('which is the most')]).toEqual([409, true])
})

test('an endpoint gets what it follows: an entry, a city, a search, an organiser', async () => {
  const number = await addEntry('York')
  const [{ id }] = (await site.sql`
    select organiser_id as id from register_entries where number = ${number}`) as unknown as [{ id: number }]
  await register('/entry', number.toLowerCase())
  await register('/page', `${site.origin}/verify/${number}`)
  await register('/event', `${site.origin}/events/${number.toLowerCase()}`)
  await register('/city', '/cities/york')
  await register('/search', '/listings?status=revoked&city=York')
  await register('/organiser', `/organisers/fairs-of-york-${id}`)
  const elsewhere = await addEntry('Bath')
  await change(elsewhere, 'suspended')
  await change(number, 'suspended')
  await change(number, 'revoked')
  const both = ['register.entry.suspended', 'register.entry.revoked']
  for (const hook of ['/entry', '/page', '/event', '/city', '/organiser']) {
    await until(() => receiver.at(hook).length >= 2)
    expect({ hook, types: typesAt(hook) }).toEqual({ hook, types: both })
  }
  await until(() => receiver.at('/search').length > 0)
  expect(typesAt('/search')).toEqual(['register.entry.revoked'])
})

test('nobody waits for an endpoint that hangs, redirects, fails or sends without end, nor do the mails', async () => {
  const hooks = ['/hang', '/redirect', '/fail', '/huge', '/good'] as const
  const all = Object.fromEntries(await Promise.all(hooks.map(async (hook) => [hook, await register(hook)]))) as Record<
    (typeof hooks)[number],
    Endpoint
  >
  const { promise: released, resolve: release } = Promise.withResolvers<Response>()
  receiver.answers.set('/hang', () => released)
  receiver.answers.set('/redirect', () => Response.redirect(receiver.address('/good'), 308))
  receiver.answers.set('/fail', 503)
  receiver.answers.set(
    '/huge',
    () => new Response(new ReadableStream({ pull: (c) => c.enqueue(new Uint8Array(65_536)) })),
  )
  const number = await addEntry()
  await until(() => receiver.at('/hang').length === 1 && receiver.at('/good').length === 1)
  const begun = performance.now()
  await change(number, 'suspended')
  await until(() => receiver.at('/good').length === 2)
  expect(performance.now() - begun).toBeLessThan(3000)
  await emptyTables(site.sql, 'rate_limits')
  await post('/webhooks', { email: 'during@tickets.example' })
  await until(
    async () =>
      (await site.sql`select 1 from mails where to_email = 'during@tickets.example' and state = 'kept'`).length,
  )
  expect(receiver.at('/hang')).toHaveLength(1)
  release(new Response(null, { status: 204 }))
  await until(async () => (await deliveries(all['/hang'])).every(({ state }) => state === 'delivered'))
  expect(await deliveries(all['/huge'])).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }])
  expect(await deliveries(all['/redirect'])).toMatchObject([{ state: 'waiting', http_status: 308 }, { attempts: 0 }])
  expect(await deliveries(all['/fail'])).toMatchObject([
    { state: 'waiting', http_status: 503, wait: 5 },
    { attempts: 0 },
  ])
}, 20_000)

test('an event is tried again for three days, then the endpoint is switched off and its contact told', async () => {
  const endpoint = await register('/down')
  receiver.answers.set('/down', 500)
  await addEntry()
  const waits: number[] = []
  for (let attempt = 1; ; attempt++) {
    const [delivery] = await until(async () => {
      const [row] = await deliveries(endpoint)
      return row && row.attempts === attempt && [row]
    })
    if (delivery!.state !== 'waiting') break
    waits.push(delivery!.wait!)
    await sendIn(delivery!.wait! * 1000)
  }
  expect(waits).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400])
  expect(new Set(receiver.at('/down').map(({ id }) => id)).size).toBe(1)
  expect(new Set(receiver.at('/down').map(({ body }) => body)).size).toBe(1)
  expect(await stateOf(endpoint)).toMatchObject({ state: 'disabled', disabled_by: 'failures' })
  const mail = (await mailsTo(endpoint.email)).at(-1)!
  expect(mail.kind).toBe('webhook-disabled')
  expect(mail.text_body).toContain(receiver.address('/down'))
  // The link in that mail opens the page on which it is switched on again.
  const link = mail.text_body.match(/\/webhooks\/[\w-]{43}/)![0]
  expect((await get(`${link}/${endpoint.id}`)).text).toContain('It accepted nothing for three days.')
  receiver.answers.delete('/down')
  expect((await post(`${link}/${endpoint.id}`, { intent: 'resume' })).to).toContain('done=resumed')
  expect(await stateOf(endpoint)).toMatchObject({ state: 'active', failures: 0 })
}, 20_000)

test('410 switches off at once; one event that cannot be taken holds up no other entry', async () => {
  const gone = await register('/gone')
  const picky = await register('/picky')
  receiver.answers.set('/gone', 410)
  const first = await addEntry()
  await until(async () => (await stateOf(gone)).state === 'disabled')
  expect(await stateOf(gone)).toMatchObject({ disabled_by: 'gone' })
  await until(async () => (await deliveries(picky))[0]?.state === 'delivered')
  let refusals = 0
  receiver.answers.set('/picky', () => {
    const { data } = JSON.parse(receiver.at('/picky').at(-1)!.body) as { data: { number: string } }
    if (data.number !== first) return new Response()
    refusals++
    return new Response(null, { status: 400 })
  })
  await change(first, 'suspended')
  await until(() => refusals > 0)
  await change(first, 'revoked')
  await addEntry()
  const later = await until(async () => {
    const rows = await deliveries(picky)
    return rows[3]?.state === 'delivered' && rows
  })
  // The later change of the same entry waits for the earlier one, for an hour.
  expect(later).toMatchObject([{}, { state: 'waiting' }, { state: 'waiting', attempts: 0 }, { state: 'delivered' }])
  await sendIn(61 * 60_000)
  await until(async () => (await deliveries(picky))[2]!.attempts > 0)
  expect(typesAt('/gone')).toHaveLength(1)
})

test('an endpoint that is busy is left alone as long as it asks for, a day at most, also for other events', async () => {
  const endpoint = await register('/busy')
  const asks = (seconds: string) => () => new Response(null, { status: 429, headers: { 'retry-after': seconds } })
  receiver.answers.set('/busy', asks('600'))
  await addEntry()
  await until(async () => (await deliveries(endpoint))[0]?.attempts === 1)
  expect(await deliveries(endpoint)).toMatchObject([{ state: 'waiting', http_status: 429, wait: 600 }])
  await addEntry()
  await until(async () => (await deliveries(endpoint)).length === 2)
  await sendIn(599_000)
  await idle()
  expect(receiver.at('/busy')).toHaveLength(1)
  receiver.answers.set('/busy', asks('31536000'))
  await sendIn(2000)
  await until(async () => receiver.at('/busy').length === 2)
  await idle()
  expect((await deliveries(endpoint)).map(({ wait }) => wait)).toContain(24 * 60 * 60)
  receiver.answers.delete('/busy')
  await sendIn(24 * hour + 1000)
  await until(async () => (await deliveries(endpoint)).every(({ state }) => state === 'delivered'))
}, 20_000)

test('one server gets four events at a time, and no more than fifty endpoints send to it', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const hooks = Array.from({ length: 6 }, (_, nth) => `/shared-${nth}`)
  for (const hook of hooks) {
    receiver.answers.set(hook, () => released.then(() => new Response(null, { status: 204 })))
    await register(hook)
  }
  await addEntry()
  await until(() => receiver.received.length === 4)
  await Bun.sleep(300)
  expect(receiver.received).toHaveLength(4)
  release()
  await until(() => hooks.every((hook) => receiver.at(hook).length === 1))

  const { link, path } = await register('/disabled')
  await site.sql`
    insert into webhook_endpoints (email, mailbox, address, host, subject, state, secret, created_at, changed_at)
    select 'victim-' || n || '@tickets.example', n, 'https://tickets.example/' || n, 'tickets.example', '', 'paused', '', now(), now()
    from generate_series(1, 50) as n`
  for (const address of ['https://tickets.example/more', 'https://TICKETS.example.:8443/'])
    expect(await post(link, { address })).toMatchObject({
      status: 422,
      text: expect.stringContaining('keeps people from flooding a server'),
    })
  expect((await post(link, { address: 'https://other.example/' })).text).toContain('endpoint was added')
  // One that is switched off counts no more, and is not switched on beyond the limit.
  await site.sql`update webhook_endpoints set host = 'tickets.example', state = 'disabled', disabled_by = 'failures' where address like '%/disabled'`
  expect((await post(path, { intent: 'resume' })).status).toBe(409)
  await site.sql`delete from webhook_endpoints where email = 'victim-1@tickets.example'`
  expect((await post(path, { intent: 'resume' })).to).toContain('done=resumed')
}, 20_000)

test('a process that is killed while it sends loses nothing, and sends again under the same id', async () => {
  const endpoint = await register('/killed')
  const { promise: never } = Promise.withResolvers<Response>()
  receiver.answers.set('/killed', () => never)
  // The job of this site would send in place of the process that is killed.
  await idle()
  await site.sql`
    with due as (update webhook_endpoints set due_at = now() - interval '1 minute' where id = ${endpoint.id})
    insert into webhook_deliveries (endpoint_id, state, created_at, begun_at, next_at)
    values (${endpoint.id}, 'waiting', now(), now(), now() - interval '1 minute')`
  const code = `
    const { openSql } = await import('./src/database/sql.ts')
    const { readEnv } = await import('./src/env.ts')
    const { sendDeliveries } = await import('./src/features/watching/webhooks/server/send-deliveries.ts')
    const { env } = readEnv({ WEBHOOK_LOOPBACK: 'on', DATABASE_URL: process.env.URL_OF_TEST })
    const services = { sql: openSql(process.env.URL_OF_TEST), env, brand: env.brand, now: () => new Date() }
    await sendDeliveries({}, services, new AbortController().signal)`
  const child = Bun.spawn(['bun', '-e', code], { env: { ...process.env, URL_OF_TEST: site.url } })
  await until(() => receiver.at('/killed').length === 1)
  child.kill('SIGKILL')
  await child.exited
  receiver.answers.delete('/killed')
  expect(await deliveries(endpoint)).toMatchObject([{ state: 'waiting', attempts: 0 }])
  // The other process had the time of day.
  clock = new Date()
  await sendIn(31_000)
  await until(async () => (await deliveries(endpoint))[0]!.state === 'delivered')
  const [first, second] = receiver.at('/killed')
  expect(second!.id).toBe(first!.id)
}, 20_000)

test('a replaced secret goes on signing beside the new one for a day', async () => {
  const endpoint = await register('/rotate')
  const rotated = await post(endpoint.path, { intent: 'rotate' })
  const secret = rotated.text.match(/(whsec_[\w+/]+=)/)![1]!
  expect(secret).not.toBe(endpoint.secret)
  await post(endpoint.path, { intent: 'test' })
  const [both] = await until(() => receiver.at('/rotate').length === 1 && receiver.at('/rotate'))
  for (const accepted of [secret, endpoint.secret]) new Webhook(accepted).verify(both!.body, both!.headers)
  clock = new Date(clock.getTime() + 24 * hour + 1000)
  await post(endpoint.path, { intent: 'test' })
  const [, one] = await until(() => receiver.at('/rotate').length === 2 && receiver.at('/rotate'))
  const headers = { ...one!.headers }
  expect(headers['webhook-signature']!.split(' ')).toHaveLength(1)
  expect(() => new Webhook(endpoint.secret).verify(one!.body, headers)).toThrow()
})

test('one event, or everything since a time, is sent again under the ids that it had; a pause keeps what comes', async () => {
  const endpoint = await register('/again')
  const number = await addEntry()
  await until(async () => (await deliveries(endpoint))[0]?.state === 'delivered')
  await post(endpoint.path, { intent: 'pause' })
  await change(number, 'suspended')
  await until(async () => (await deliveries(endpoint)).length === 2)
  expect((await get(endpoint.path)).text).toContain('Paused')
  expect((await post(endpoint.path, { intent: 'test' })).status).toBe(409)
  expect(receiver.at('/again')).toHaveLength(1)
  await post(endpoint.path, { intent: 'resume' })
  await until(async () => (await deliveries(endpoint)).every(({ state }) => state === 'delivered'))
  const ids = receiver.at('/again').map(({ id }) => id)
  expect(typesAt('/again')).toEqual(['register.entry.published', 'register.entry.suspended'])

  const [{ id }] = (await site.sql`select min(id) as id from webhook_deliveries`) as unknown as [{ id: number }]
  expect((await post(endpoint.path, { intent: 'again', delivery: String(id) })).to).toContain('done=sent')
  await until(() => receiver.at('/again').length === 3)
  expect(receiver.at('/again')[2]!.id).toBe(ids[0]!)
  await until(async () => (await deliveries(endpoint)).every(({ state }) => state === 'delivered'))
  // What was never sent there is sent as well.
  await site.sql`delete from webhook_deliveries where id = ${id}`
  const since = new Date(clock.getTime() - 20 * 24 * hour).toISOString().slice(0, 16)
  expect((await post(endpoint.path, { intent: 'replay', since })).to).toContain('done=replayed')
  await until(() =>
    ids.every((each) =>
      receiver
        .at('/again')
        .slice(3)
        .some(({ id }) => id === each),
    ),
  )
  const future = new Date(clock.getTime() + 24 * hour).toISOString().slice(0, 16)
  expect((await post(endpoint.path, { intent: 'replay', since: future })).to).toContain('done=nothing')
  const wrong = await post(endpoint.path, { intent: 'replay', since: 'yesterday' })
  expect([wrong.status, wrong.text.includes('Enter a date and time, such as')]).toEqual([422, true])
})

test('tests are limited, fail at once and say nothing of the endpoint; deleting takes everything along', async () => {
  const endpoint = await register('/test')
  receiver.answers.set('/test', 500)
  expect((await post(endpoint.path, { intent: 'test' })).to).toContain('done=tested')
  await until(async () => (await deliveries(endpoint))[0]?.state === 'failed')
  expect(await stateOf(endpoint)).toMatchObject({ state: 'active', failures: 0 })
  const more = await Promise.all(Array.from({ length: 20 }, () => post(endpoint.path, { intent: 'test' })))
  expect(more.filter(({ status }) => status === 429)).toHaveLength(1)
  expect((await post(endpoint.path, { intent: 'delete' })).text).toContain('Tick the box')
  expect((await post(endpoint.path, { intent: 'delete', sure: '1' })).to).toBe(`${endpoint.link}?deleted=1`)
  expect((await get(endpoint.link)).text).toContain('You have no endpoints yet')
  expect(await site.sql`select from webhook_deliveries`).toHaveLength(0)
})

test('an endpoint may be deleted while an attempt is noted, and while changes are queued for it', async () => {
  await addEntry()
  const [{ id }, other] = [await register('/raced'), await register('/other')]
  await site.sql`update webhook_endpoints set state = 'paused'`
  const [last] = await site.sql<{ position: number }[]>`select max(position) as position from register_leaves`
  const changes = await listChanges(site.sql, { first: last!.position, end: last!.position + 1 })
  const queue = (ids: string[]) =>
    site.sql.begin((transaction) => queueFor(transaction, { subject: '', ids, changes, now: clock }))
  await queue([id])
  const [due] = await camel(site.sql)<DueDelivery[]>`
    select d.*, e.failures, e.failing_since from webhook_deliveries as d join webhook_endpoints as e on e.id = d.endpoint_id`
  const waitFor = (waiting: number) =>
    until(
      async () =>
        (await site.sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
          .length === waiting,
    )
  const outcome = {
    kind: 'failed',
    status: 500,
    reason: 'The endpoint answered 500.',
    retryAfter: null,
    milliseconds: 1,
  } as const
  const meanwhile: Promise<unknown>[] = []
  await site.sql.begin(async (transaction) => {
    await transaction`select from webhook_endpoints where id = ${id} for update`
    meanwhile.push(noteOutcome(site.services, due!, outcome))
    await waitFor(1)
    meanwhile.push(queue([id, other.id]))
    await waitFor(2)
    await transaction`delete from webhook_endpoints where id = ${id}`
  })
  await Promise.all(meanwhile)
  expect(await site.sql`select endpoint_id from webhook_deliveries`).toEqual([{ endpoint_id: other.id }] as never)
})

test('an editor sees everybody’s endpoints with how they do, and switches one off, which its contact cannot undo', async () => {
  const cookie = await signInAdmin(site)
  const endpoint = await register('/admin')
  receiver.answers.set('/admin', 500)
  await addEntry()
  await until(async () => (await stateOf(endpoint)).failures > 0)
  const list = async (query = '') =>
    await (await fetch(`${site.origin}/admin/webhooks${query}`, { headers: { cookie } })).text()
  for (const query of ['', '?state=active', '?state=failing'])
    expect(await list(query)).toContain(receiver.address('/admin'))
  expect(await list('?state=paused')).not.toContain(receiver.address('/admin'))
  expect(await list(`?ask=${endpoint.id}`)).toContain('Reason, for the audit log')
  const headers = { origin: site.origin, cookie }
  const off = (form: Record<string, string>) =>
    fetch(`${site.origin}/admin/webhooks`, {
      method: 'POST',
      redirect: 'manual',
      headers,
      body: new URLSearchParams(form),
    })
  expect((await off({ endpoint: endpoint.id })).headers.get('location')).toContain(`ask=${endpoint.id}`)
  const form = { endpoint: endpoint.id, reason: 'It floods a council.' }
  expect((await off(form)).headers.get('location')).toContain('done=disabled')
  expect((await off(form)).headers.get('location')).toContain('done=unchanged')
  expect(await stateOf(endpoint)).toMatchObject({ state: 'disabled', disabled_by: 'admin' })
  expect((await deliveries(endpoint))[0]!.state).toBe('failed')
  expect((await mailsTo(endpoint.email)).at(-1)!.text_body).toContain('Our staff have switched it off')
  expect((await post(endpoint.path, { intent: 'resume' })).status).toBe(409)
  const [logged] = await site.sql`select action, after from audit_log where subject_id = ${endpoint.id}`
  expect(logged).toEqual({ action: 'webhook.disabled', after: { reason: 'It floods a council.' } })
})

test('an editor switches off all endpoints of one server, and no others', async () => {
  const cookie = await signInAdmin(site)
  const [one, two, off] = [await register('/one'), await register('/two'), await register('/off')]
  const failed = await register('/failed')
  await site.sql`update webhook_endpoints set state = 'disabled', disabled_by = 'failures' where id = ${failed.id}`
  const link = await linkOf('elsewhere@tickets.example')
  await post(link, { address: 'https://elsewhere.example/in' })
  await post(off.path, { intent: 'pause' })
  const page = `${site.origin}/admin/webhooks`
  const asks = async (id: string) => await (await fetch(`${page}?ask=${id}`, { headers: { cookie } })).text()
  const { host } = new URL(receiver.address('/one'))
  const [name] = host.split(':')
  expect(await asks(one.id)).toContain(`Switch off all 3 endpoints at ${name}`)
  const press = async (form: Record<string, string>) => {
    const headers = { origin: site.origin, cookie }
    const body = new URLSearchParams({ endpoint: one.id, ...form })
    return (await fetch(page, { method: 'POST', redirect: 'manual', headers, body })).headers.get('location')
  }
  expect(await press({ all: '1' })).toContain(`ask=${one.id}`)
  expect(await press({ all: '1', reason: 'It floods a council.' })).toContain('done=all-disabled')
  expect(await press({ all: '1', reason: 'It floods a council.' })).toContain('done=unchanged')
  expect((await post(failed.path, { intent: 'resume' })).status).toBe(409)
  for (const endpoint of [one, two, off, failed]) {
    expect(await stateOf(endpoint)).toMatchObject({ state: 'disabled', disabled_by: 'admin' })
    expect((await mailsTo(endpoint.email)).map(({ kind }) => kind)).toEqual(['webhook-link', 'webhook-disabled'])
    expect(await site.sql`select action, after from audit_log where subject_id = ${endpoint.id}`).toEqual([
      { action: 'webhook.disabled', after: { reason: 'It floods a council.' } },
    ] as never)
  }
  expect(await site.sql`select state from webhook_endpoints where host = 'elsewhere.example'`).toEqual([
    { state: 'active' },
  ] as never)
  const [{ id }] = (await site.sql`select id from webhook_endpoints where state = 'active'`) as unknown as [Endpoint]
  expect(await asks(id)).not.toContain('Switch off all')
})

test('what is held of a contact is exported and erased, and goes when its time is over', async () => {
  const cookie = await signInAdmin(site)
  const erased = await register('/erased')
  const call = async (path: string, form: Record<string, string>) => {
    const headers = { origin: site.origin, cookie }
    return await (await fetch(site.origin + path, { method: 'POST', headers, body: new URLSearchParams(form) })).text()
  }
  const exported = await call('/api/admin/privacy/export', { email: erased.email })
  expect(exported).toContain(receiver.address('/erased'))
  expect(exported).not.toContain('whsec_')
  const report = await call('/admin/privacy', { intent: 'erase', email: erased.email, reason: 'Asked for', sure: '1' })
  expect(report).toContain('Webhook endpoints and links to them')
  expect(await site.sql`select from webhook_endpoints where email = ${erased.email}`).toHaveLength(0)

  const kept = await register('/kept')
  const paused = await register('/paused')
  await addEntry()
  await until(async () => (await deliveries(kept))[0]?.state === 'delivered')
  await post(paused.path, { intent: 'pause' })
  await site.sql`
    with aged as (update webhook_endpoints set changed_at = now() - interval '400 days'),
      links as (update webhook_links set expires_at = now() - interval '1 minute')
    update webhook_deliveries set created_at = now() - interval '2 months', begun_at = now() - interval '2 months'`
  await runRetention({}, site.services)
  expect(await site.sql`select id from webhook_endpoints`).toEqual([{ id: kept.id }] as never)
  expect(await site.sql`select from webhook_deliveries`).toHaveLength(0)
  expect(await site.sql`select from webhook_links`).toHaveLength(0)
})

test('the programs that the page shows accept what is sent, and nothing else', async () => {
  const endpoint = await register('/example')
  await post(endpoint.path, { intent: 'test' })
  const [sent] = await until(() => receiver.at('/example').length === 1 && receiver.at('/example'))
  const page = (await get('/webhooks')).text
  const docs = await Bun.file('docs/webhooks.md').text()
  for (const example of [verifyingExamples.typescript, verifyingExamples.python, exampleEvent]) {
    expect(page).toContain(Bun.escapeHTML(example).replaceAll('&#39;', '&#x27;'))
    expect(docs).toContain(example)
  }
  const { data } = JSON.parse(exampleEvent) as { data: object }
  const leaf = { change: 'suspended', number: 'X', status: 'suspended', assurance: 'declared' } as Leaf
  const made = JSON.parse(eventBody({ position: 1, leaf }, { publicUrl: '', now: clock })) as { data: object }
  expect(Object.keys(data)).toEqual(expect.arrayContaining(Object.keys(made.data)))

  const altered = sent!.body.replace('webhook.test', 'webhook.past')
  const old = { ...sent!.headers, 'webhook-timestamp': '1' }
  const given = { body: sent!.body, headers: sent!.headers, secret: endpoint.secret }
  const cases = [given, { ...given, body: altered }, { ...given, headers: old }, { ...given, secret: 'whsec_AAAA' }]
  await Bun.write(join(folder, 'verify.ts'), verifyingExamples.typescript)
  const { verify } = (await import(join(folder, 'verify.ts'))) as {
    verify: (body: string, headers: Headers, secret: string) => { type: string }
  }
  const accepts = ({ body, headers, secret }: typeof given) => {
    try {
      return verify(body, new Headers(headers), secret).type
    } catch {
      return null
    }
  }
  expect(cases.map(accepts)).toEqual(['webhook.test', null, null, null])

  if (!Bun.which('python3')) return console.warn('python3 is not here: its example was not run')
  const program = `${verifyingExamples.python}
import sys
def accepts(given):
    try:
        return verify(given["body"].encode(), given["headers"], given["secret"])["type"]
    except ValueError:
        return None
print(json.dumps([accepts(given) for given in json.load(sys.stdin)]))`
  const python = Bun.spawn(['python3', '-c', program], { stdin: new Blob([JSON.stringify(cases)]), stdout: 'pipe' })
  expect(JSON.parse(await new Response(python.stdout).text())).toEqual(['webhook.test', null, null, null])
})
