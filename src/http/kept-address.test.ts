import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { siteOfFile } from '#test/of-file.ts'
import { allPages, keptAddress, knownQuery, pageIds } from './all-pages.ts'
import { endpoints } from './endpoints.ts'

setDefaultTimeout(90_000)

let params: Record<string, string>
const site = await siteOfFile({ env: { trustProxy: 1 } })
beforeAll(async () => {
  const [entry] = await site.sql`
    select slug, number, organiser_id, lower(city) as city from register_entries where status = 'active' limit 1`
  const [organiser] = await site.sql`select name from organisers where id = ${entry!.organiser_id}`.catch(() => [])
  params = {
    slug: entry!.slug,
    number: entry!.number,
    city: entry!.city,
    id: 'x',
    organiser: `${organiser?.name ?? 'x'}`,
  }
})

let client = 0
/** Of the request that it was made for: the same for two answers means that the second was kept. */
async function makerOf(address: string): Promise<string> {
  const headers = { 'x-forwarded-for': `10.7.0.${client++ % 250}` }
  const response = await site.get(address, headers)
  await response.bytes()
  expect([address, response.status]).toEqual([address, 200])
  return response.headers.get('x-request-id')!
}

test.each([
  ['/listings', '/listings?zz=1'],
  ['/listings?when=month', '/listings?utm_source=a&when=month&utm_medium=b'],
  ['/listings?when=weekend', '/listings?q=&when=weekend&city='],
  ['/listings?verified=1', '/listings?verified=1&Q=fair'],
  ['/listings?q=fair&city=Leeds', '/listings?city=Leeds&q=fair'],
  ['/listings?q=fair', '/listings?q=fair&q=other'],
  ['/listings?q=a+b', '/listings?q=a%20b'],
  ['/about', '/about?zz=1'],
  ['/database?page=2', '/database?zz=1&page=2'],
  ['/listings.rss', '/listings.rss?zz=1'],
  ['/events.ics?category=sports', '/events.ics?zz=1&category=sports'],
  ['/changes.rss', '/changes.rss?zz=1'],
  ['/covers/sports/a.svg', '/covers/sports/a.svg?zz=1'],
  ['/api/events', '/api/events?zz=1'],
  ['/api/events?city=Leeds&limit=5', '/api/events?limit=5&zz=1&city=Leeds'],
  ['/api/partners', '/api/partners?zz=1'],
])('what an address holds beside what is read makes no answer of its own: %s, %s', async (address, other) => {
  expect(await makerOf(other)).toBe(await makerOf(address))
})

test('another spelling of a path makes no page of its own', async () => {
  const { slug } = params
  const spelt = `/events/%${slug!.charCodeAt(0).toString(16)}${slug!.slice(1)}`
  expect(await makerOf(spelt)).toBe(await makerOf(`/events/${slug}`))
})

test('a page that is kept is asked for what its line names, and reads nothing else', async () => {
  const kept = pageIds.filter((page) => allPages[page].cache)
  expect(kept.length).toBeGreaterThan(30)
  for (const page of kept) {
    const { query = [] } = allPages[page]
    const asked = new URLSearchParams([...query.map((name) => [name, '1']), ['zz', '1']])
    const path = keptAddress(page, new Proxy({}, { get: (_, name) => params[String(name)] ?? 'x' }), asked)
    const response = await site.get(path, { 'x-forwarded-for': '10.8.0.1' })
    expect([path, response.status < 500]).toEqual([path, true])
    expect(path).not.toContain('zz')
  }
  expect(() => knownQuery('', 'about').get('zz')).toThrow('lacks')
})

test('every call that is kept says what it reads of a query', () => {
  for (const endpoint of endpoints) {
    const isKept = endpoint.method === 'GET' && endpoint.permission === 'anyone' && !endpoint.limit
    if (isKept && endpoint.query)
      expect((endpoint.query as unknown as { props: unknown[] }).props.length).toBeGreaterThan(0)
  }
})
