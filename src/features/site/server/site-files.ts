import type { Brand } from '#brand.ts'
import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import { sitemapIndex, sitemapPart } from '#features/register/sharing/server/sitemap.ts'
import { href } from '#pages.ts'
import { chooseEncoding, compressStream } from '#requests/compress.ts'
import type { FileSite, RoutedRequest, ServeFile } from '#requests/file-route.ts'
import { listReleases, loadReleaseFile } from '../press/server/releases.ts'

const sitemapPath = /^\/sitemap-(\d{1,5})\.xml$/
const releasePath = /^\/media\/[a-z\d-]{1,120}\.txt$/
const xml = 'application/xml; charset=utf-8'

/** The sitemap, the web manifest, press releases and the fact sheet. */
export function createSiteFiles(site: FileSite): ServeFile {
  const { reading, otherMethod, keep, file, busy, refuseTooMany, answerOrMake } = site
  const { sql, env, brand } = reading
  const fixed: Record<string, (asked: RoutedRequest) => Promise<Response>> = {
    '/sitemap.xml': async () => file(await sitemapIndex(sql, env.publicUrl), xml),
    '/media/fact-sheet.pdf': factSheet,
    '/manifest.webmanifest': async () => file(webManifest(brand), 'application/manifest+json'),
  }

  return async function serve(asked) {
    const { pathname } = asked.url
    const [, part] = sitemapPath.exec(pathname) ?? []
    const isRelease = releasePath.test(pathname)
    if (!part && !isRelease && !Object.hasOwn(fixed, pathname)) return null
    const other = otherMethod(asked)
    if (other) return other
    if (isRelease) return await keep(asked, pathname, () => loadReleaseFile(pathname, reading))
    // A part is too large to be kept.
    const refused = part || pathname === '/sitemap.xml' ? await refuseTooMany(asked) : null
    return refused ?? (part ? await sitemap(asked.request, Number(part)) : await fixed[pathname]!(asked))
  }

  /** Kept, as it is the same for everybody until the program changes. */
  async function factSheet(asked: RoutedRequest): Promise<Response> {
    const make = async () => {
      const day = new Date(`${londonDay(reading.now())}T12:00:00Z`)
      const body = await reading.pdfs.draw('fact-sheet', brand, env.publicUrl, day)
      if (body === 'busy') return { response: busy() }
      const headers = { 'content-disposition': 'attachment; filename="fact-sheet.pdf"' }
      return { page: { contentType: 'application/pdf', body, tags: [pageTags.fixed], headers } }
    }
    return await answerOrMake(asked, make, '/media/fact-sheet.pdf')
  }

  async function sitemap(request: Request, part: number): Promise<Response | null> {
    const shown = part === 0 ? await listReleases(reading) : []
    const more = shown.map(({ id }) => href('pressRelease', { id }))
    const stream = await sitemapPart(part, sql, env.publicUrl, reading.now(), more)
    if (!stream) return null
    const encoding = chooseEncoding(request.headers.get('accept-encoding'))
    const headers = { vary: 'accept-encoding', ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }) }
    return file(compressStream(stream, encoding), xml, headers)
  }
}

/** So that a phone can keep the site among its apps (https://www.w3.org/TR/appmanifest/). */
function webManifest(brand: Brand): string {
  return JSON.stringify({
    id: '/',
    name: brand.name,
    short_name: brand.shortName,
    description: 'The public register of accredited events in the United Kingdom.',
    lang: 'en-GB',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    theme_color: '#0c4029',
    background_color: '#f8f5ed',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  })
}
