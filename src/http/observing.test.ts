import { afterAll, beforeAll, expect, test } from 'bun:test'
import { addJob } from '#database/add-job.ts'
import { openTestSite, type TestSite } from '#test/site.ts'

// What the operator sees of the site: metrics, lines of the log, traces in a collector that speaks OTLP over HTTP.

type Span = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  attributes: { key: string; value: Record<string, unknown> }[]
}
const received: Span[] = []
const collector = Bun.serve({
  port: 0,
  fetch: async (request) => {
    if (new URL(request.url).pathname !== '/v1/traces') return new Response(null, { status: 404 })
    const { resourceSpans } = (await request.json()) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
    for (const { scopeSpans } of resourceSpans) for (const { spans } of scopeSpans) received.push(...spans)
    return Response.json({})
  },
})

let site: TestSite
let metricsOrigin: string
beforeAll(async () => {
  const metricsPort = await freePort()
  metricsOrigin = `http://localhost:${metricsPort}`
  site = await openTestSite({
    env: {
      metricsPort,
      logRequests: true,
      trustProxy: 1,
      traces: { endpoint: `http://localhost:${collector.port}`, headers: '', serviceName: 'under-test', share: 1 },
    },
  })
})
afterAll(async () => {
  await site.close()
  await collector.stop(true)
})

const get = (path: string, headers: Record<string, string> = {}) =>
  site.get(path, { 'x-forwarded-for': '192.0.2.7', ...headers })
const lines = () => site.logged.map((line) => JSON.parse(line) as Record<string, unknown>)

test('metrics are not on the public port', async () => {
  expect((await get('/metrics')).status).toBe(404)
})

test('metrics count requests by pattern, and answers from cached pages beside them', async () => {
  const before = await metrics()
  await (await get('/listings?city=Countby')).text()
  const again = await get('/listings?city=Countby')
  await (await get('/listings?city=Countby', { 'if-none-match': again.headers.get('etag')! })).text()
  for (const number of ['ONE-1', 'TWO-2']) await (await get(`/verify/${number}`)).text()
  const after = await metrics()
  const rise = (line: string) => (after.get(line) ?? 0) - (before.get(line) ?? 0)
  expect(rise('http_request_duration_seconds_count{method="GET",route="/listings",status="200"}')).toBe(1)
  expect(rise('http_cached_answers_total{route="/listings",status="200"}')).toBe(1)
  expect(rise('http_cached_answers_total{route="/listings",status="304"}')).toBe(1)
  expect([...after.keys()].some((line) => line.includes('ONE-1') || line.includes('Countby'))).toBe(false)
  expect([...after.keys()].filter((line) => line.includes('route="/verify/:number"')).length).toBeGreaterThan(0)
})

test('metrics tell what waits: jobs, payment events, mails, connections, cached pages', async () => {
  await addJob(site.sql, 'send-mail', { mailId: Bun.randomUUIDv7() }, { runAt: '2099-01-01T00:00:00Z' })
  await site.sql`insert into payment_events (id, type, payload, received_at)
    values ('evt_waiting', 'invoice.paid', '{}', now() - interval '90 seconds')`
  await site.sql`insert into mails (kind, to_email, subject, text_body, html_body, state)
    values ('test', 'someone@ostler.example', 's', 't', 'h', 'failed')`
  await site.sql`
    insert into webhook_endpoints (email, mailbox, address, subject, state, secret, created_at, changed_at, due_at)
    values ('someone@ostler.example', '', 'https://ostler.example/', '', 'active', '', now(), now(), now() - interval '90 seconds')`
  await site.sql`insert into bounces (source, source_id, email, kind, reason)
    values ('ses', '1', 'someone@ostler.example', 'hard', ''), ('ses', '2', 'another@ostler.example', 'complaint', '')`
  await site.sql`insert into suppressed_addresses (email, cause, reason) values ('someone@ostler.example', 'hard', '')`
  await site.sql`insert into mails (kind, to_email, subject, text_body, html_body, state, settled_at)
    values ('test', 'someone@ostler.example', 's', 't', 'h', 'bounced', now())`
  const now = await metrics()
  expect(now.get('webhooks_lag_seconds')).toBeGreaterThanOrEqual(90)
  for (const [line, count] of Object.entries({
    'mail_bounces{kind="hard"}': 1,
    'mail_bounces{kind="soft"}': 0,
    'mail_bounces{kind="complaint"}': 1,
    mails_handed_over: 1,
    suppressed_addresses: 1,
  }))
    expect([line, now.get(line)]).toEqual([line, count])
  expect(now.get('payment_events_waiting')).toBe(1)
  expect(now.get('payment_events_lag_seconds')).toBeGreaterThanOrEqual(90)
  expect(now.get('mails{state="failed"}')).toBe(1)
  expect(now.get('queue_jobs{job="send-mail",state="due"}')).toBe(0)
  expect(now.get('database_up')).toBe(1)
  expect(now.get('database_connections{state="idle"}')).toBeGreaterThan(0)
  expect(now.get('page_cache_entries')).toBeGreaterThan(0)
  expect(now.get('process_resident_memory_bytes')).toBeGreaterThan(1e6)
})

test('metrics count calls of outside services', async () => {
  const calls = 'outside_calls_total{service="companies",outcome="answered"}'
  const before = await metrics()
  await (await get('/api/companies/lookup?q=ostler')).text()
  expect((await metrics()).get(calls)).toBeGreaterThan(before.get(calls)!)
})

test('alerts and the dashboard ask for metrics that are there', async () => {
  const response = await fetch(`${metricsOrigin}/metrics`)
  const there = [...(await response.text()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
    type === 'histogram' ? [`${name}_count`, `${name}_bucket`] : [name!],
  )
  const folder = `${import.meta.dir}/../../deploy/monitoring`
  for (const file of ['alerts.yaml', 'dashboard.json']) {
    const text = await Bun.file(`${folder}/${file}`).text()
    const asked = new Set(
      text.match(
        /\b(?:http|page_cache|database|queue|payment_events|mails?|suppressed|webhooks|log|outside|process)_\w+/g,
      ),
    )
    expect(asked.size).toBeGreaterThan(5)
    // A process without a replica to read from has none of its metrics.
    for (const name of asked) expect([...there, 'database_replica_current']).toContain(name)
  }
})

test("each request has an id: a trusted proxy's own, or one of ours, in the answer and in the log", async () => {
  const given = await get('/verify/GIVEN-1', { 'x-request-id': '7f1c-from-the-proxy' })
  expect(given.headers.get('x-request-id')).toBe('7f1c-from-the-proxy')
  const made = (await get('/verify/MADE-1')).headers.get('x-request-id')!
  expect(made).toMatch(/^\w{10}$/)
  const odd = (await get('/verify/ODD-1', { 'x-request-id': 'a "quoted" id' })).headers.get('x-request-id')!
  expect(odd).toMatch(/^\w{10}$/)
  for (const id of ['7f1c-from-the-proxy', made]) {
    const line = lines().find((each) => each.request === id)!
    expect(line).toMatchObject({ event: 'request', method: 'GET', route: '/verify/:number', status: 404 })
  }
})

test('a cached page names the request that it was made for, which the log has', async () => {
  await (await get('/cookies', { 'x-request-id': '7f1c-that-made-it' })).text()
  const reference = (await get('/cookies', { 'x-request-id': '7f1c-that-came-later' })).headers.get('x-request-id')!
  expect(lines().filter((each) => each.reference === reference)).toMatchObject([{ request: '7f1c-that-made-it' }])
})

test('the log holds nothing personal: no address, no query, no token, nothing typed', async () => {
  await site.post(
    '/contact',
    { name: 'Quillon', email: 'quillon@ostler.example', message: 'Privately' },
    { 'x-forwarded-for': '192.0.2.7' },
  )
  for (const path of ['/access/secret-token-of-mine', '/listings?q=Quillon', '/booking/secret-token-of-mine'])
    await (await get(path)).text()
  const text = site.logged.join('')
  for (const personal of ['Quillon', 'quillon', 'ostler', 'Privately', 'secret-token', '192.0.2.7'])
    expect(text.includes(personal)).toBe(false)
})

test('a request is a trace: its loader and its queries within it, by name alone', async () => {
  await (await get('/events/no-such-event-as-this')).text()
  const request = await spanNamed('GET /events/:slug')
  const load = await spanNamed('load event', (span) => span.parentSpanId === request.spanId)
  const sql = await spanNamed('sql select register_entries', (span) => span.parentSpanId === load.spanId)
  expect([load.traceId, sql.traceId]).toEqual([request.traceId, request.traceId])
  expect(request.attributes).toContainEqual({ key: 'http.route', value: { stringValue: '/events/:slug' } })
  expect(JSON.stringify(received)).not.toContain('no-such-event-as-this')
}, 20_000)

test('jobs and calls to outside services are spans as well', async () => {
  await (await get('/api/companies/lookup?q=tangerine')).text()
  const call = await spanNamed('companies search')
  expect(call.kind).toBe(3)
  await addJob(site.sql, 'reconcile-payments', {})
  await spanNamed('job reconcile-payments')
  expect(JSON.stringify(received)).not.toContain('tangerine')
}, 20_000)

async function metrics(): Promise<Map<string, number>> {
  const response = await fetch(`${metricsOrigin}/metrics`)
  expect(response.headers.get('content-type')).toStartWith('text/plain; version=0.0.4')
  const rows = (await response.text()).split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(rows.map((row) => [row.slice(0, row.lastIndexOf(' ')), Number(row.slice(row.lastIndexOf(' ') + 1))]))
}

/** Waits until the collector has a span; the limit of the test ends a wait in vain. */
async function spanNamed(name: string, fits: (span: Span) => boolean = () => true): Promise<Span> {
  for (;;) {
    const found = received.find((span) => span.name === name && fits(span))
    if (found) return found
    await Bun.sleep(50)
  }
}

async function freePort(): Promise<number> {
  const server = Bun.serve({ port: 0, fetch: () => new Response() })
  const { port } = server
  await server.stop(true)
  return port!
}
