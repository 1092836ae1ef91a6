import { beforeAll, expect, test } from 'bun:test'
import { siteOfFile } from '#test/of-file.ts'

let number: string
let slug: string
const site = await siteOfFile()
beforeAll(async () => {
  const [entry] = await site.sql`
    select number, slug from register_entries where status = 'active' and valid_until is not null order by id limit 1`
  number = entry!.number
  slug = entry!.slug
})

const get = (path: string, init?: RequestInit) => fetch(site.origin + path, { redirect: 'manual', ...init })

test('a badge is a picture that other sites may show, kept for a minute, with no cookie and no script', async () => {
  const response = await get(`/badge/${number}.svg`)
  const { headers } = response
  expect(response.status).toBe(200)
  expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
  expect(headers.get('cache-control')).toBe('public, max-age=60, s-maxage=60, must-revalidate')
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(headers.get('set-cookie')).toBeNull()
  // The same bytes for everybody, whatever they take or have.
  expect([headers.get('vary'), headers.get('etag'), headers.get('content-encoding')]).toEqual([null, null, null])
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox$/,
  )
  const text = await response.text()
  expect(text).toMatch(/>Accredited: [^<]+<\/text>/)
  expect(text.length).toBeLessThan(2000)
  const again = await get(`/badge/${number}.svg`, { headers: { 'accept-encoding': 'br', 'if-none-match': '*' } })
  expect([again.status, again.headers.get('content-encoding'), await again.text()]).toEqual([200, null, text])
  // Only what is made for other sites is for other sites.
  for (const path of [`/badge/${number}`, `/events/${slug}`, '/covers/culture/a.svg']) {
    expect((await get(path)).headers.get('cross-origin-resource-policy')).toBeNull()
  }
})

test('each badge has one address', async () => {
  const to = async (path: string) => {
    const response = await get(path)
    return [response.status, response.headers.get('location')]
  }
  expect(await to(`/badge/${number.toLowerCase()}.svg`)).toEqual([308, `/badge/${number}.svg`])
  expect(await to(`/badge/${number}.svg?theme=dark&size=large&from=mail`)).toEqual([
    308,
    `/badge/${number}.svg?size=large&theme=dark`,
  ])
  expect(await to(`/badge/${number}.svg?size=medium&theme=light`)).toEqual([308, `/badge/${number}.svg`])
  expect(await to(`/badge/${number}.svg?size=large&theme=dark`)).toEqual([200, null])
  expect(await to(`/badge/${number.toLowerCase()}`)).toEqual([301, `/badge/${number}`])
})

test('a badge is light unless another theme is asked for, and beside its code is a line that leads programs to the status of today', async () => {
  const ink = async (query: string) =>
    (await (await get(`/badge/${number}.svg${query}`)).text()).includes('prefers-color-scheme')
  expect([await ink(''), await ink('?theme=auto')]).toEqual([false, true])
  const page = (await (await get(`/badge/${number}`)).text())
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
  const [, href] = /<link rel="alternate" type="application\/json" href="([^"]+)" title="Status of /.exec(page)!
  expect(href!).toBe(`${site.origin}/log/proof/${number}.json`)
})

test('an unknown number has a badge that says so, and no page', async () => {
  for (const path of ['/badge/BEAA-2026-ZZZZZZ.svg', '/badge/%3Cscript%3E.svg?size=small']) {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const svg = await response.text()
    expect(svg).toContain('>Not in the register</text>')
    expect(svg).not.toContain('script')
  }
  expect((await get('/badge/BEAA-2026-ZZZZZZ')).status).toBe(404)
  expect((await get(`/badge/${number}.svg`, { method: 'POST' })).status).toBe(405)
})

test('a suspension is in the badge and on its page at once', async () => {
  const page = await (await get(`/badge/${number}`)).text()
  expect(page).toContain('It now says: ')
  expect(page).toContain('Currently accredited: ')
  expect(page).toContain(`${site.origin}/badge/${number}.svg?size=large`)
  await site.sql`update register_entries set status = 'suspended', status_reason = 'Being looked into' where number = ${number}`
  const says = async () => await (await get(`/badge/${number}.svg`)).text()
  for (let tries = 0; tries < 100 && !(await says()).includes('>Suspended</text>'); tries++) await Bun.sleep(20)
  expect(await says()).toContain('>Suspended</text>')
  expect(await (await get(`/badge/${number}`)).text()).toContain('Not accredited while the suspension lasts.')
})
