import { expect, setDefaultTimeout, test } from 'bun:test'
import { siteOfFile } from '#test/of-file.ts'

setDefaultTimeout(60_000)

const site = await siteOfFile()

const ask = (path: string, init: RequestInit = {}) => fetch(site.origin + path, { redirect: 'manual', ...init })
const get = (path: string, headers: Record<string, string> = {}) => ask(path, { headers })

test.each([
  '/covers/x/%',
  '/covers/sports/%',
  '/covers/%/a.svg',
  '/assets/%',
  '/events/%',
  '/api/events/%',
  '/%',
  '/sandbox/%',
])('half an escape in an address is not found, and says nothing of its insides: %s', async (path) => {
  const response = await get(path)
  expect(response.status).toBe(404)
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(response.headers.get('x-request-id')).toMatch(/^\w{10}$/)
  expect(await response.text()).not.toContain('evaluating')
})

const halfPair = '\ud83c'
test.each([
  ['/api/contact', { name: 'Ann', email: 'ann@fairs.example', message: `Stalls ${halfPair}` }, 'message'],
  [
    '/api/stripe/create-award-session',
    { applicationId: crypto.randomUUID(), engraving: `Best ${halfPair}` },
    'engraving',
  ],
  ['/api/applications', { eventDraft: { title: `Fair${halfPair}` } }, 'eventDraft.title'],
  ['/api/quickapply-lead', { [halfPair]: '1' }, ''],
])('half of a surrogate pair in a body is refused by its field: %s', async (path, body, field) => {
  const headers = { 'content-type': 'application/json', origin: site.origin }
  const response = await ask(path, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer = (await response.json()) as { fields: { field: string; message: string }[] }
  expect(response.status).toBe(422)
  expect(answer.fields).toEqual([{ field, message: 'This has a character that we cannot store. Please type it again' }])
})

test.each([
  ['/listings', 'GET, HEAD, OPTIONS'],
  ['/events/no-such-event', 'GET, HEAD, OPTIONS'],
  ['/contact', 'GET, HEAD, POST, OPTIONS'],
  ['/admin/orders', 'GET, HEAD, OPTIONS'],
  ['/api/events', 'GET, HEAD, OPTIONS'],
  ['/api/contact', 'POST, OPTIONS'],
  ['/api/application-draft', 'GET, HEAD, POST, OPTIONS'],
  ['/api/openapi.json', 'GET, HEAD, OPTIONS'],
  ['/favicon.svg', 'GET, HEAD, OPTIONS'],
  ['/covers/sports/a.svg', 'GET, HEAD, OPTIONS'],
  ['/listings.rss', 'GET, HEAD, OPTIONS'],
  ['/sitemap.xml', 'GET, HEAD, OPTIONS'],
  ['/robots.txt', 'GET, HEAD, OPTIONS'],
  ['/assets/styles.css', 'GET, HEAD, OPTIONS'],
  ['/healthz', 'GET, HEAD, OPTIONS'],
])('%s says what it takes: %s', async (path, allow) => {
  const options = await ask(path, { method: 'OPTIONS' })
  expect([options.status, options.headers.get('allow'), await options.text()]).toEqual([204, allow, ''])
  for (const method of ['PUT', 'DELETE', ...(allow.includes('POST') ? [] : ['POST'])]) {
    const wrong = await ask(path, { method, headers: { origin: site.origin } })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, allow])
    const { reference } = (await wrong.json()) as { reference: string }
    expect(reference).toBe(wrong.headers.get('x-request-id')!)
  }
})

test.each(['/nothing', '/api/nothing'])('%s takes nothing', async (path) => {
  for (const method of ['OPTIONS', 'PUT', 'POST']) expect((await ask(path, { method })).status).toBe(404)
})

test('a slash too many leads to the page with its query, a post too, and nowhere else', async () => {
  for (const [from, to] of [
    ['/listings/?city=Leeds&q=a%20b', '/listings?city=Leeds&q=a%20b'],
    ['/events/some-event///', '/events/some-event'],
    ['/contact/', '/contact'],
    ['/api/', '/api'],
  ]) {
    for (const method of ['GET', 'POST']) {
      const response = await ask(from!, { method })
      expect([response.status, response.headers.get('location')]).toEqual([308, to!])
    }
  }
  for (const path of ['//evil.example/', '/nothing/', '/404/']) {
    expect((await get(path)).headers.get('location')).toBeNull()
  }
})

test.each([
  ['application/json', true],
  ['application/json, text/html;q=0.9', true],
  ['text/html;q=0.5, application/json;q=0.8', true],
  ['application/json;charset=utf-8, */*;q=0.1', true],
  ['application/json, text/plain, */*', true],
  ['application/*', true],
  ['TEXT/HTML;Q=0, */*', true],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false],
  ['*/*', false],
  ['application/json;q=0.5, text/html', false],
  ['application/json;q=0, */*', false],
  ['application/json, text/html', false],
  ['image/webp', false],
  ['', false],
])('a page is JSON for whoever prefers it: %s', async (accept, isJson) => {
  for (const path of ['/listings', '/privacy', '/my-applications']) {
    const { headers } = await get(path, { accept })
    expect(headers.get('content-type')).toBe(isJson ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8')
    expect(headers.get('vary')).toStartWith('accept, accept-encoding')
  }
})

test('a call answers everybody the same bytes, and says so', async () => {
  const one = await get('/api/events', { accept: 'text/html' })
  const other = await get('/api/events', { accept: 'application/json' })
  expect(one.headers.get('etag')).toBe(other.headers.get('etag'))
  expect(one.headers.get('vary')).toBe('accept-encoding')
})

test.each(['/favicon.svg', '/listings', '/api/events', '/covers/sports/a.svg', '/listings.rss'])(
  '%s is known by its tag in every way that RFC 9110 has for it',
  async (path) => {
    const first = await get(path)
    const etag = first.headers.get('etag')!
    expect(etag).toMatch(/^"[^"]+"$/)
    expect(first.headers.get('cache-control')!.match(/no-cache|max-age/g)).toHaveLength(1)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, `W/"a" , W/${etag}`, '*']) {
      const again = await get(path, { 'if-none-match': known })
      expect([known, again.status, await again.text()]).toEqual([known, 304, ''])
    }
    for (const unknown of ['"other"', `${etag.slice(0, -1)}x"`]) {
      expect((await get(path, { 'if-none-match': unknown })).status).toBe(200)
    }
  },
)

test.each([
  ['gzip;q=0.5, br', 'br'],
  ['zstd;q=0, br;q=0.2, gzip', 'gzip'],
  ['identity, gzip;q=0.5', null],
  ['xgzip', null],
])('the encoding is the one that is liked best: %s', async (accepted, encoding) => {
  expect((await get('/listings', { 'accept-encoding': accepted })).headers.get('content-encoding')).toBe(encoding)
})

test('a page of one person is compressed as its visitor likes best, and not for somebody who cannot read that', async () => {
  const encodingFor = async (accepted: string) =>
    (await get('/my-applications', { 'accept-encoding': accepted })).headers.get('content-encoding')
  expect(await encodingFor('br, gzip;q=0.5')).toBe('br')
  expect(await encodingFor('xgzip')).toBeNull()
})

test.each(['/api/events', '/api/listings', '/api/national-events'])(
  '%s says what a limit and a cursor are',
  async (path) => {
    const said = async (query: string) =>
      ((await (await get(`${path}?${query}`)).json()) as { fields: unknown[] }).fields
    const limit = [{ field: 'limit', message: 'Use a whole number from 1 to 100' }]
    for (const query of ['limit=0', 'limit=101', 'limit=abc', 'limit=1.5', 'limit=', `limit=${'9'.repeat(400)}`]) {
      expect(await said(query)).toEqual(limit)
    }
    const cursor = [{ field: 'cursor', message: 'Use the cursor from the Link header of the previous page' }]
    for (const query of ['cursor=zz', `cursor=${'x'.repeat(200)}`]) expect(await said(query)).toEqual(cursor)
  },
)

test('one header says in all lists that there are more than the total', async () => {
  await site.sql`insert into register_entries (number, slug, status, valid_from, title, organiser, category, sector)
    select 'T-' || n, 't-many-' || n, 'active', now(), 'Quernstone Fair ' || n, 'O', 'Other', 'culture'
    from generate_series(1, 1001) n`
  await site.sql`insert into national_events (source_key, title, venue, city, category, organiser, description, starts_on)
    select 'quernstone ' || n, 'Quernstone Fair ' || n, 'Hall', 'Leeds', 'sports', 'O', '', current_date from generate_series(1, 1001) n`
  for (const path of ['/api/events', '/api/listings', '/api/national-events']) {
    const { headers } = await get(`${path}?q=Quernstone&limit=1`)
    expect([path, headers.get('x-total-count'), headers.get('x-total-count-relation')]).toEqual([path, '1000', 'gt'])
    expect([...headers.keys()].filter((name) => name.startsWith('x-total'))).toHaveLength(2)
    expect((await get(`${path}?q=zzzz`)).headers.has('x-total-count-relation')).toBeFalse()
  }
})
