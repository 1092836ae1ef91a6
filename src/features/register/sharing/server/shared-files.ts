import { camel } from '#database/camel.ts'
import { pageTags } from '#domain/page-tags.ts'
import { drawPng } from '#drawing/draw-png.ts'
import { type FeedFormat, filePaths, filterNames, withNames } from '#pages.ts'
import { type Drawing, keepDrawings } from '#process/drawings.ts'
import type { FileSite, RoutedRequest, ServeFile, SharedFile } from '#requests/file-route.ts'
import { isKnown } from '#requests/read-preferences.ts'
import { type CoverTone, coverSvg, coverTones } from '#ui/covers/cover-svg.ts'
import { organiserId } from '#wire/organiser-address.ts'
import { loadEventCalendar, loadFeed, loadOrganiserCalendar } from './load-feed.ts'
import { type PicturedRow, shareImageSvg, shareVersion } from './share-image.ts'

const listPath = /^\/(listings|events)\.(ics|rss|json)$/
const organiserPath = /^\/organisers\/([^/]{1,200})\.ics$/
const eventPath = /^\/events\/([a-z\d-]{1,120})\.(ics|png)$/
const coverPath = /^\/covers\/([^/]+)\/([^/]+)$/
const aYear = 'public, max-age=31536000, immutable'

export function createSharedFiles({ reading, otherMethod, keep, file, busy }: FileSite): ServeFile {
  const { brand } = reading
  const sql = camel(reading.sql)
  const drawn = keepDrawings({ maxBytes: 24 * 1024 * 1024, maxWaiting: 40 })

  return async function serve(asked) {
    const { pathname, searchParams } = asked.url
    const [, list, format] = listPath.exec(pathname) ?? []
    const [, organiser] = organiserPath.exec(pathname) ?? []
    const [, slug, ending] = eventPath.exec(pathname) ?? []
    const [, tone, cover] = coverPath.exec(pathname) ?? []
    if (!list && !organiser && !slug && !cover) return null
    const other = otherMethod(asked)
    if (other) return other
    if (list) {
      return await keep(asked, withNames(pathname, filterNames, searchParams), () =>
        loadFeed(list as 'listings' | 'events', format as FeedFormat, searchParams, reading),
      )
    }
    if (organiser) {
      // Any name may be before its id.
      const address = filePaths.organiserCalendar(`/organisers/${organiserId(organiser) ?? ''}`)
      return await keep(asked, address, () => loadOrganiserCalendar(organiser, reading))
    }
    if (slug && ending === 'png') return await image(asked, slug)
    if (slug) return await keep(asked, pathname, () => loadEventCalendar(slug, reading))
    return await keep(asked, pathname, async () => makeCover(tone!, cover!))
  }

  async function image({ request, url }: RoutedRequest, slug: string): Promise<Response | null> {
    const found = await draw(slug).catch((problem) => {
      reading.log.error('picture for sharing failed', {}, problem)
      return 'broken' as const
    })
    if (!found) return null
    // A machine that cannot draw shows a picture that is drawn already.
    if (found === 'broken') return file(null, 'image/png', { location: '/share.png', 'cache-control': 'no-store' }, 302)
    if (found === 'busy') return busy()
    const etag = `"${found.version}"`
    const headers = { etag, 'cache-control': url.searchParams.get('v') === found.version ? aYear : 'no-cache' }
    const hasIt = isKnown(request.headers.get('if-none-match'), etag)
    return file(hasIt ? null : found.png, 'image/png', headers, hasIt ? 304 : 200)
  }

  /** `busy` when too many wait; null when there is no such entry. */
  async function draw(slug: string): Promise<{ png: Drawing; version: string } | 'busy' | null> {
    const [row] = await sql<PicturedRow[]>`
      select slug, number, title, register_status(status, valid_until) as status, starts_on as date, starts_at as time,
        event_type = 'private' as is_private, venue, city, sector, is_demo, assurance, assured_on
      from register_entries where slug = ${slug}::text`
    if (!row) return null
    const version = shareVersion(row, brand)
    const png = await drawn(`${slug} ${version}`, async () => await drawPng(shareImageSvg(row, brand)))
    return png === 'busy' ? png : { png, version }
  }
}

const seedPattern = /^[\w-]{1,120}$/

/** The same for the same seed and tone, so caches keep it for a year. */
function makeCover(tone: string, file: string): SharedFile | null {
  const seed = file.replace(/\.svg$/, '')
  if (seed === file || !seedPattern.test(seed) || !coverTones.includes(tone as CoverTone)) return null
  return {
    tags: [pageTags.fixed],
    contentType: 'image/svg+xml',
    headers: { 'cache-control': aYear },
    text: coverSvg({ seed, tone: tone as CoverTone }),
  }
}
