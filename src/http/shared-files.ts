import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import { loadEventCalendar, loadFeed, loadOrganiserCalendar } from '#features/register/sharing/server/load-feed.ts'
import { createShareImages } from '#features/register/sharing/server/load-share-image.ts'
import { sitemapIndex, sitemapPart } from '#features/register/sharing/server/sitemap.ts'
import { webManifest } from '#features/register/sharing/server/web-manifest.ts'
import { loadChangesFeed } from '#features/watching/server/load-changes-feed.ts'
import { type ChangesFormat, type FeedFormat, filePaths, filterNames, href } from '#pages.ts'
import type { Services } from '#requests/services.ts'
import type { SharedFile } from '#requests/shared-file.ts'
import { type CoverTone, coverSvg, coverTones } from '#ui/covers/cover-svg.ts'
import { organiserId } from '#wire/organiser-address.ts'
import { chooseEncoding, compressStream } from './compress.ts'
import { withNames } from './kept-address.ts'
import { otherMethod, readMethods } from './methods.ts'
import { isKnown } from './read-preferences.ts'
import type { Security } from './security.ts'
import type { PageServer } from './serve-page.ts'

type Context = {
  services: Services
  security: Security
  pages: Pick<PageServer, 'answerOrMake' | 'refuseTooMany'>
}

const listPath = /^\/(listings|events)\.(ics|rss|json)$/
const changesPath = /^\/changes\.(rss|json)$/
const organiserPath = /^\/organisers\/([^/]{1,200})\.ics$/
const eventPath = /^\/events\/([a-z\d-]{1,120})\.(ics|png)$/
const sitemapPath = /^\/sitemap-(\d{1,5})\.xml$/
const coverPath = /^\/covers\/([^/]+)\/([^/]+)$/
const releasePath = /^\/media\/[a-z\d-]{1,120}\.txt$/
const patterns = [releasePath, listPath, changesPath, organiserPath, eventPath, sitemapPath, coverPath]
const fixedPaths = new Set(['/sitemap.xml', '/media/fact-sheet.pdf', '/manifest.webmanifest'])
const releases = () => import('#features/site/press/server/releases.ts')
const anHour = 'public, max-age=3600'
const aYear = 'public, max-age=31536000, immutable'

/** Answers the files that stand beside pages under an ending of their own: feeds, calendars, pictures for sharing, the sitemap, the web manifest. */
export function createSharedFiles({ services, security, pages }: Context) {
  const images = createShareImages(services)
  const { sql, env, brand } = services

  /** The file at an address, or null when there is none. */
  return async function serve(request: Request, reference: string): Promise<Response | null> {
    const { pathname, searchParams } = new URL(request.url)
    const isFile = fixedPaths.has(pathname) || patterns.some((pattern) => pattern.test(pathname))
    if (!isFile) return null
    const other = otherMethod(request, readMethods, security.headers, reference)
    if (other) return other
    const [, list, format] = listPath.exec(pathname) ?? []
    if (list) {
      return await kept(request, reference, withNames(pathname, filterNames, searchParams), () =>
        loadFeed(list as 'listings' | 'events', format as FeedFormat, searchParams, services),
      )
    }
    const [, changes] = changesPath.exec(pathname) ?? []
    if (changes) {
      const address = withNames(pathname, ['entry', 'organiser', ...filterNames], searchParams)
      return await kept(request, reference, address, () =>
        loadChangesFeed(changes as ChangesFormat, searchParams, services),
      )
    }
    const [, organiser] = organiserPath.exec(pathname) ?? []
    if (organiser) {
      // Its name may stand before its id in any way.
      const address = filePaths.organiserCalendar(`/organisers/${organiserId(organiser) ?? ''}`)
      return await kept(request, reference, address, () => loadOrganiserCalendar(organiser, services))
    }
    const [, slug, ending] = eventPath.exec(pathname) ?? []
    if (slug && ending === 'png') return await image(request, slug, searchParams.get('v'))
    if (slug) return await kept(request, reference, pathname, () => loadEventCalendar(slug, services))
    const [, tone, cover] = coverPath.exec(pathname) ?? []
    if (tone && cover) return await kept(request, reference, pathname, async () => makeCover(tone, cover))
    const [, part] = sitemapPath.exec(pathname) ?? []
    if (part || pathname === '/sitemap.xml') {
      // Read from the database each time: a part is too large to be kept.
      const refused = await pages.refuseTooMany(request, reference)
      if (refused) return refused
      return part ? await sitemap(request, Number(part)) : file(await sitemapIndex(sql, env.publicUrl), xml)
    }
    if (releasePath.test(pathname))
      return await kept(request, reference, pathname, async () =>
        (await releases()).loadReleaseFile(pathname, services),
      )
    if (pathname === '/media/fact-sheet.pdf') return await factSheet(request, reference)
    if (pathname === '/manifest.webmanifest') return file(webManifest(brand), 'application/manifest+json')
    return null
  }

  async function kept(
    request: Request,
    reference: string,
    address: string,
    load: () => Promise<SharedFile | null>,
  ): Promise<Response | null> {
    const answer = await pages.answerOrMake(
      request,
      reference,
      async () => {
        const found = await load()
        if (!found) return { response: new Response(null, { status: 404 }) }
        const { contentType, text, tags, headers } = found
        const body = new TextEncoder().encode(text)
        return { page: { contentType, body, tags, ...(headers ? { headers } : {}) } }
      },
      address,
    )
    return answer.status === 404 ? null : answer
  }

  /** Made once, as public pages are: it is the same for everybody until the program changes. */
  async function factSheet(request: Request, reference: string): Promise<Response> {
    return await pages.answerOrMake(
      request,
      reference,
      async () => {
        const day = new Date(`${londonDay(services.now())}T12:00:00Z`)
        const body = await services.pdfs.draw('fact-sheet', brand, env.publicUrl, day)
        if (body === 'busy') return { response: busy() }
        const headers = { 'content-disposition': 'attachment; filename="fact-sheet.pdf"' }
        return { page: { contentType: 'application/pdf', body, tags: [pageTags.fixed], headers } }
      },
      '/media/fact-sheet.pdf',
    )
  }

  async function image(request: Request, slug: string, asked: string | null): Promise<Response | null> {
    const found = await images.load(slug).catch((problem) => {
      services.log.error('picture for sharing failed', {}, problem)
      return 'broken' as const
    })
    if (!found) return null
    // A machine that cannot draw shows the picture that is drawn already.
    if (found === 'broken') return file(null, 'image/png', { location: '/share.png', 'cache-control': 'no-store' }, 302)
    if (found === 'busy') return busy()
    const etag = `"${found.version}"`
    const headers = { etag, 'cache-control': asked === found.version ? aYear : 'no-cache' }
    const hasIt = isKnown(request.headers.get('if-none-match'), etag)
    return file(hasIt ? null : found.png, 'image/png', headers, hasIt ? 304 : 200)
  }

  async function sitemap(request: Request, part: number): Promise<Response | null> {
    const shown = part === 0 ? await (await releases()).listReleases(services) : []
    const more = shown.map(({ id }) => href('pressRelease', { id }))
    const stream = await sitemapPart(part, sql, env.publicUrl, services.now(), more)
    if (!stream) return null
    const encoding = chooseEncoding(request.headers.get('accept-encoding'))
    const headers = { vary: 'accept-encoding', ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }) }
    return file(compressStream(stream, encoding), xml, headers)
  }

  /** Asked for too many at once: no trouble of ours, and nothing that a cache may keep. */
  function busy(): Response {
    return file('Busy. Please try again.', 'text/plain', { 'retry-after': '10', 'cache-control': 'no-store' }, 429)
  }

  function file(body: BodyInit | null, contentType: string, headers: Record<string, string> = {}, status = 200) {
    return new Response(body, {
      status,
      headers: { ...security.headers, 'content-type': contentType, 'cache-control': anHour, ...headers },
    })
  }
}

const xml = 'application/xml; charset=utf-8'

const seedPattern = /^[\w-]{1,120}$/

/** The drawn cover of an entry without a picture: always the same for the same seed and tone, so caches keep it for a year. */
function makeCover(tone: string, file: string): SharedFile | null {
  const seed = file.replace(/\.svg$/, '')
  if (seed === file || !seedPattern.test(seed) || !coverTones.includes(tone as CoverTone)) return null
  return {
    tags: [pageTags.fixed],
    contentType: 'image/svg+xml',
    headers: { 'cache-control': 'public, max-age=31536000, immutable' },
    text: coverSvg({ seed, tone: tone as CoverTone }),
  }
}
