import { beforeAll, expect, test } from 'bun:test'
import { releases } from '#features/site/press/content.ts'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { allPages, pageIds } from './all-pages.ts'

let params: Record<string, string>
let robots: { rule: string; prefix: string }[]
let sitemap: string[]
const site = await siteOfFile()
beforeAll(async () => {
  const [entry] =
    await site.sql`select slug, number, organiser_id, city from register_entries where status = 'active' limit 1`
  const { id } = await addApplication(site.sql, { status: 'approved' })
  const moved = await fetch(`${site.origin}/organisers/${entry!.organiser_id}`)
  const organiser = new URL(moved.url).pathname.split('/').at(-1)!
  params = {
    slug: entry!.slug,
    organiser,
    city: entry!.city.toLowerCase(),
    number: entry!.number,
    appId: id,
    id,
    kind: 'leads',
    token: 'a'.repeat(43),
  }
  const read = async (path: string) => await (await fetch(site.origin + path)).text()
  robots = [...(await read('/robots.txt')).matchAll(/^(Disallow|Allow): (.+)$/gm)].map(([, rule, prefix]) => ({
    rule: rule!,
    prefix: prefix!,
  }))
  const parts = [...(await read('/sitemap.xml')).matchAll(/<loc>[^<]*(\/sitemap-\d+\.xml)<\/loc>/g)]
  const texts = await Promise.all(parts.map(([, path]) => read(path!)))
  sitemap = texts.flatMap((text) => [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address!))
})

// One rule: a page is either for everybody or somebody's own, and robots.txt, headers, document and sitemap say the same of it.
test.each(pageIds)('%s is public everywhere or personal everywhere', async (page) => {
  const { cache, sitemap: isNamed } = allPages[page]
  const own: Record<string, string> = page === 'pressRelease' ? { id: releases[0]!.id } : params
  const path = allPages[page].path.replace(/:(\w+)/g, (_, name) => own[name]!)
  const response = await site.get(path)
  const html = await response.text()
  // Embeds alone may stand in a frame of another site.
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(response.headers.get('x-frame-options')).toBe('DENY')
  const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]
  const [longest] = robots
    .filter(({ prefix }) => path.startsWith(prefix))
    .toSorted((one, other) => other.prefix.length - one.prefix.length)
  const isBlocked = longest?.rule === 'Disallow'
  if (!cache) {
    expect({ isBlocked, inSitemap: sitemap.includes(site.origin + path), canonical }).toEqual({
      isBlocked: true,
      inSitemap: false,
      canonical: undefined,
    })
    // A page that is not there is nobody's, and neither kept nor known to a search engine.
    if (response.status === 404) expect(response.headers.get('x-robots-tag')).toBe('noindex')
    else expect(response.headers.get('cache-control')).toBe('no-store')
    if (response.status === 200) {
      expect(response.headers.get('x-robots-tag')).toBe('noindex')
      expect(html).toContain('<meta name="robots" content="noindex"/>')
    }
    return
  }
  expect(response.status).toBe(200)
  expect(response.headers.get('x-robots-tag')).toBeNull()
  expect(html).not.toContain('name="robots"')
  expect(canonical).toBeDefined()
  expect(isBlocked).toBe(false)
  // Entries stand there beside the table's; a certificate is found from its entry, an alias is known under its canonical address.
  if (!['verification', 'logEntry', 'badge'].includes(page)) expect(sitemap).toContain(canonical!)
  expect(isNamed === true).toBe(
    canonical === site.origin + path &&
      !['event', 'organiser', 'city', 'verification', 'logEntry', 'badge', 'pressRelease'].includes(page),
  )
})

test('what is no page of ours to be found is blocked too', () => {
  for (const path of ['/api/', '/sandbox/']) expect(robots).toContainEqual({ rule: 'Disallow', prefix: path })
})
