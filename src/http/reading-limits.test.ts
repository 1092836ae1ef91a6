import { expect, setDefaultTimeout, test } from 'bun:test'
import { limitStatements, StatementTooSlow } from '#database/follow-statements.ts'
import { siteOfFile } from '#test/of-file.ts'

setDefaultTimeout(60_000)

const site = await siteOfFile({ env: { trustProxy: 1, pageStatementSeconds: 3 } })

const get = (path: string, client = '192.0.2.1', headers: Record<string, string> = {}) =>
  site.get(path, { 'x-forwarded-for': client, ...headers })

/** How many of these are answered otherwise than with 200, each asked for once. */
async function refusedOf(paths: string[], client: string): Promise<number> {
  let refused = 0
  for (let at = 0; at < paths.length; at += 20) {
    const answers = await Promise.all(paths.slice(at, at + 20).map(async (path) => await get(path, client)))
    for (const answer of answers) {
      await answer.bytes()
      if (answer.status !== 200) refused++
    }
  }
  return refused
}
const addresses = (count: number, path: string) => Array.from({ length: count }, (_, n) => `${path}${n}`)

test('a full disk of the database: what is sent is not saved and said so, and what is there is read', async () => {
  await site.sql.unsafe(`
    create function no_space() returns trigger language plpgsql as $$ begin raise 'no space' using errcode = 'disk_full'; end $$;
    create trigger no_space before insert on contact_enquiries for each row execute function no_space()`)
  const body = new URLSearchParams({ name: 'Ada Miles', email: 'ada@harbour.example', message: 'Good morning' })
  const sent = await fetch(`${site.origin}/contact`, {
    method: 'POST',
    body,
    headers: { origin: site.origin, 'x-forwarded-for': '192.0.2.9' },
  })
  const html = await sent.text()
  expect([sent.status, (await get('/contact')).status]).toEqual([503, 200])
  expect(html).toContain('Our records take nothing new at the moment')
  expect(html).toContain('Good morning')
  expect(site.logged.some((line) => line.includes('disk of the database full'))).toBe(true)
  await site.sql.unsafe('drop trigger no_space on contact_enquiries')
})

test('a statement of a page that takes too long is cancelled and answered in plain words; the database counts as there', async () => {
  const holding = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const lock = site.sql.begin(async (sql) => {
    await sql`lock table partners in access exclusive mode`
    locked.resolve()
    await holding.promise
  })
  await locked.promise
  try {
    const [page, call, move, other, ready] = await Promise.all([
      get('/partners'),
      get('/api/partners'),
      get('/partners?move', '192.0.2.1', { accept: 'application/json' }),
      get('/api/events/no-such-event'),
      get('/readyz'),
    ])
    const html = await page.text()
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '15'])
    expect(html).toContain('This took too long because our records are very busy.')
    expect(html).not.toContain('cannot be reached')
    expect([call.status, call.headers.get('retry-after')]).toEqual([503, '15'])
    expect(await call.json()).toMatchObject({ kind: 'unavailable', error: expect.stringContaining('took too long') })
    expect(await move.json()).toMatchObject({ page: 'unavailable', status: 503, data: { cause: 'slow' } })
    expect([other.status, ready.status]).toEqual([404, 200])
    const [left] = await site.sql`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    expect(left!.waiting).toBe(0)
    expect(site.logged.filter((line) => line.includes('database away'))).toEqual([])
    expect(site.logged.filter((line) => line.includes('statement too slow'))).toHaveLength(3)
  } finally {
    holding.resolve()
    await lock
  }
  expect((await get('/partners')).status).toBe(200)
})

test('the wait for a connection counts, transactions are not limited, and whatever else fails fails as before', async () => {
  const limited = limitStatements(site.sql, 150)
  const sleeping = site.sql.begin(async (sql) => await sql.unsafe('select pg_sleep(0.4)'))
  await expect(limited`select pg_sleep(5)`).rejects.toBeInstanceOf(StatementTooSlow)
  const held = Array.from({ length: 5 }, async () => await site.sql.begin(async () => await Bun.sleep(600)))
  await Bun.sleep(50)
  await expect(limited`select 1`).rejects.toBeInstanceOf(StatementTooSlow)
  await Promise.all([...held, sleeping])
  await limited.begin(async (sql) => await sql.unsafe('select pg_sleep(0.3)'))
  const [row] = await limited`select ${1}::int + 1 as sum`
  expect(row).toMatchObject({ sum: 2 })
  await expect(limited`select nothing`).rejects.toMatchObject({ code: '42703' })
})

test('no person searches so often; who does is told how long to wait, and nobody else is', async () => {
  const client = '192.0.2.20'
  expect(await refusedOf(addresses(600, '/api/national-events?q=zz'), client)).toBe(0)
  const page = await get('/listings?q=fair', client)
  const wait = Number(page.headers.get('retry-after'))
  expect([page.status, wait > 0 && wait <= 60]).toEqual([429, true])
  expect(await page.text()).toContain('too many searches from your connection')
  for (const path of ['/api/events?q=fair', '/api/listings?q=fair']) {
    const call = await get(path, client)
    expect([call.status, await call.json()]).toMatchObject([429, { kind: 'too-many' }])
  }
  const move = await get('/database?q=fair', client, { accept: 'application/json' })
  expect(await move.json()).toMatchObject({ page: 'unavailable', status: 429, data: { cause: 'often' } })
  // Neither what is kept, nor what is no search, nor anybody else.
  expect((await get('/api/national-events?q=zz599', client)).status).toBe(200)
  expect((await get('/listings?city=Leeds', client)).status).toBe(200)
  expect((await get('/listings?q=fair', '192.0.2.21')).status).toBe(200)
  expect((await get('/listings?q=fair', client)).status).toBe(200)
})

test('maps of a search have their own limit, and the map of the whole register has none', async () => {
  const client = '192.0.2.30'
  expect(await refusedOf(addresses(120, '/map?category=n'), client)).toBe(0)
  expect((await get('/map?q=fair', client)).status).toBe(429)
  expect((await get('/map', client)).status).toBe(200)
  expect((await get('/listings?q=fair', client)).status).toBe(200)
})

test.each([
  ['feeds', '/listings.rss?city=n', 120],
  ['parts of the sitemap', '/sitemap-0.xml?n=', 120],
])('%s have their own limit', async (_, path, max) => {
  const client = `192.0.2.${path.length}`
  expect(await refusedOf(addresses(max, path), client)).toBe(0)
  const refused = await get(`${path}more`, client)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ kind: 'too-many' })
  expect((await get('/listings?q=fair', client)).status).toBe(200)
  expect((await get(`${path}more`, '192.0.2.99')).status).toBe(200)
})
