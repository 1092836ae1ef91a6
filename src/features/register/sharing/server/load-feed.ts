import { londonDay } from '../../../../domain/london-time.ts'
import { pageTags } from '../../../../domain/page-tags.ts'
import type { FeedFormat } from '../../../../pages.ts'
import type { Services } from '../../../../requests/services.ts'
import { entryCalendar, listCalendar } from './calendars.ts'
import { jsonFeed, rssFeed } from './news-feeds.ts'
import { findShared, listDated, listNewest } from './queries.ts'
import { readFeed } from './read-feed.ts'

/** A public file made of the register; kept like a page until one of its tags is announced. */
export type SharedFile = { contentType: string; text: string; tags: string[]; headers?: Record<string, string> }

type Needs = Pick<Services, 'sql' | 'brand' | 'env' | 'now'>

/** How long what has taken place stays in a calendar to subscribe to. */
const daysBack = 30

const contentTypes: Record<FeedFormat, string> = {
  ics: 'text/calendar; charset=utf-8',
  rss: 'application/rss+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
}

/**
 * A list of the register to subscribe to. The calendar has the next 500 dated entries and those of the last 30 days; the others
 * have the 50 that were published last, of upcoming events those from today on.
 */
export async function loadFeed(
  list: 'listings' | 'events',
  format: FeedFormat,
  query: URLSearchParams,
  { sql, brand, env, now }: Needs,
): Promise<SharedFile> {
  const feed = readFeed(list, format, query)
  const { filters } = feed
  const site = { brand, publicUrl: env.publicUrl }
  const today = londonDay(now())
  const firstDay = list === 'events' ? today : null
  const from = londonDay(new Date(now().getTime() - daysBack * 86_400_000))
  const text =
    format === 'ics'
      ? listCalendar(feed.name, await listDated(sql, { filters, day: from, today }), site)
      : (format === 'rss' ? rssFeed : jsonFeed)(feed, await listNewest(sql, { filters, firstDay, today }), site)
  return { contentType: contentTypes[format], text, tags: [pageTags.register] }
}

/** The calendar file of one entry; null when there is none with this slug, or it has no date. */
export async function loadEventCalendar(slug: string, { sql, brand, env }: Needs): Promise<SharedFile | null> {
  const [row] = await findShared(sql, { slug })
  const text = row && entryCalendar(row, { brand, publicUrl: env.publicUrl })
  if (!text) return null
  return {
    contentType: contentTypes.ics,
    text,
    tags: [pageTags.registerEntry(slug)],
    headers: { 'content-disposition': `attachment; filename="${slug}.ics"` },
  }
}
