import { beforeAll, expect, test } from 'bun:test'
import { siteOfFile } from '#test/of-file.ts'
import { embedHtml, maxBytes } from './embedded-files.ts'

let entry: { slug: string; title: string; organiser: string; organiser_id: number; city: string }
const site = await siteOfFile()
beforeAll(async () => {
  const [found] = await site.sql<(typeof entry)[]>`
    select slug, title, organiser, organiser_id, city from register_entries
    where status = 'active' and city <> '' and starts_on > now() order by sort_on, id limit 1`
  entry = found!
})

const get = (path: string, init?: RequestInit) => fetch(site.origin + path, { redirect: 'manual', ...init })
const textOf = async (path: string) => await (await get(path)).text()

test('any site may frame an embed, and it is kept for a minute, with no cookie and no script', async () => {
  const response = await get('/embed/events')
  const { headers } = response
  expect(response.status).toBe(200)
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('cache-control')).toBe('public, max-age=60, s-maxage=60, must-revalidate')
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src ('sha256-[^']+' ?){3}; base-uri 'none'; form-action 'none'; frame-ancestors \*$/,
  )
  expect(headers.get('x-frame-options')).toBeNull()
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('x-robots-tag')).toBe('noindex')
  expect(headers.get('set-cookie')).toBeNull()
  const html = await response.text()
  expect(Buffer.byteLength(html)).toBeLessThan(maxBytes)
  expect(html).not.toContain('<script')
  expect(html).toContain('<base target="_top">')
  expect((await get('/embed/events', { headers: { 'if-none-match': headers.get('etag')! } })).status).toBe(304)
  expect((await get('/embed/events', { method: 'POST' })).status).toBe(405)
})

test('no file beside the pages may be framed by another site', async () => {
  const files = [
    '/badge/BEAA-2026-ZZZZZZ.svg',
    '/log/checkpoint',
    '/listings.rss',
    '/covers/culture/a.svg',
    '/api/events',
  ]
  for (const path of [...files, '/favicon.svg', '/robots.txt', '/manifest.webmanifest', '/embed/others']) {
    const { headers } = await get(path)
    expect({ path, policy: headers.get('content-security-policy'), old: headers.get('x-frame-options') }).toEqual({
      path,
      policy: expect.stringContaining("frame-ancestors 'none'"),
      old: 'DENY',
    })
  }
})

test('an embed takes the filters of the register, an organiser and a theme', async () => {
  const ofCity = await textOf(`/embed/events?city=${encodeURIComponent(entry.city).replaceAll('%20', '+')}`)
  expect(ofCity).toContain(`<h1>Accredited events in ${entry.city}</h1>`)
  expect(ofCity).toContain(`href="/events/${entry.slug}"`)
  const ofOrganiser = await textOf(`/embed/events?organiser=${entry.organiser_id}&theme=dark`)
  expect(ofOrganiser).toContain(`<h1>Accredited events of ${Bun.escapeHTML(entry.organiser)}</h1>`)
  expect(ofOrganiser).toContain(`href="/events/${entry.slug}"`)
  expect(ofOrganiser).toContain('color-scheme:dark')
  expect(ofOrganiser).not.toContain('prefers-color-scheme')
  const [revoked] = await site.sql<
    { slug: string }[]
  >`select slug from register_entries where status = 'revoked' limit 1`
  expect(await textOf('/embed/events?status=revoked')).toContain(`href="/events/${revoked!.slug}"`)
  const word = entry.title.split(' ').find((each) => /^\w{5,}$/.test(each))!
  expect(await textOf(`/embed/events?q=${word}`)).toContain(`href="/events/${entry.slug}"`)
  expect(await textOf('/embed/events?city=Nowhere')).toContain('There are no such events at present.')
  const unknown = await get('/embed/events?organiser=99999999')
  expect(unknown.status).toBe(404)
  expect(unknown.headers.get('x-frame-options')).toBeNull()
  expect(await unknown.text()).toContain('The register has no such organiser.')
  // One address for each list: what it does not know is left out.
  const moved = await get('/embed/events?theme=light&utm=1&city=Leeds')
  expect([moved.status, moved.headers.get('location')]).toEqual([308, '/embed/events?city=Leeds'])
})

test('whatever is in the register, an embed is below 10 KB', () => {
  const row = {
    slug: 'a'.repeat(120),
    title: '<漢字>&'.repeat(60),
    date: '2027-05-27',
    is_private: false,
    venue: '漢字 '.repeat(80),
    city: '&'.repeat(80),
    status: 'active' as const,
    assurance: 'assessed' as const,
    valid_until: null,
    is_demo: true,
    is_past: true,
  }
  const embed = {
    heading: '漢字'.repeat(100),
    rows: Array(16).fill(row),
    pageHref: '/listings',
    theme: 'auto' as const,
  }
  const html = embedHtml(embed, { name: 'British Events Accreditation Authority' })
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(maxBytes)
  expect(html).toContain('<li>')
  expect(html).not.toContain('<漢字>')
})

test('a suspension takes an entry out of the lists at once', async () => {
  const lists = ['/embed/events', `/embed/events?organiser=${entry.organiser_id}`]
  for (const list of lists) await textOf(list)
  await site.sql`update register_entries set status = 'suspended', status_reason = 'Being looked into' where slug = ${entry.slug}`
  for (const list of lists) {
    for (let tries = 0; tries < 100 && (await textOf(list)).includes(entry.slug); tries++) await Bun.sleep(20)
    expect(await textOf(list)).not.toContain(entry.slug)
  }
})
