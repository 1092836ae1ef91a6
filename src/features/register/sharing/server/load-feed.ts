import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import { findOrganiser } from '#features/register/organisers/server/queries.ts'
import { noFilters } from '#features/register/server/filters.ts'
import type { FeedFormat } from '#pages.ts'
import { jsonFeed, rssFeed } from '#requests/news-feed.ts'
import type { Services } from '#requests/services.ts'
import { feedContentTypes, type SharedFile } from '#requests/shared-file.ts'
import { organiserId } from '#wire/organiser-address.ts'
import { entryCalendar, listCalendar } from './calendars.ts'
import { entryNews } from './entry-text.ts'
import { findShared, listDated, listNewest } from './queries.ts'
import { readFeed } from './read-feed.ts'

type Needs = Pick<Services, 'sql' | 'brand' | 'env' | 'now'>

/** How long what has taken place stays in a calendar to subscribe to. */
const daysBack = 30

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
  const from = firstDayOf(now())
  const news = { ...feed, description: 'New entries in the public register.' }
  const text =
    format === 'ics'
      ? listCalendar(feed.name, await listDated(sql, { filters, organiser: null, day: from, today }), site)
      : (format === 'rss' ? rssFeed : jsonFeed)(
          news,
          (await listNewest(sql, { filters, firstDay, today })).map(entryNews),
          site,
        )
  return { contentType: feedContentTypes[format], text, tags: [pageTags.register] }
}

/** The dated entries of an organiser as a calendar to subscribe to, as `loadFeed` has those of a list; null for one without an entry. */
export async function loadOrganiserCalendar(
  address: string,
  { sql, brand, env, now }: Needs,
): Promise<SharedFile | null> {
  const id = organiserId(address)
  const [organiser] = id === null ? [] : await findOrganiser(sql, { id })
  if (!organiser) return null
  const today = londonDay(now())
  const rows = await listDated(sql, { filters: noFilters, organiser: organiser.id, day: firstDayOf(now()), today })
  const text = listCalendar(`Events of ${organiser.name}`, rows, { brand, publicUrl: env.publicUrl })
  return { contentType: feedContentTypes.ics, text, tags: [pageTags.registerOrganiser(organiser.id)] }
}

/** The first day that a calendar to subscribe to still has. */
const firstDayOf = (now: Date) => londonDay(new Date(now.getTime() - daysBack * 86_400_000))

/** The calendar file of one entry; null when there is none with this slug, or it has no date. */
export async function loadEventCalendar(slug: string, { sql, brand, env }: Needs): Promise<SharedFile | null> {
  const [row] = await findShared(sql, { slug })
  const text = row && entryCalendar(row, { brand, publicUrl: env.publicUrl })
  if (!text) return null
  return {
    contentType: feedContentTypes.ics,
    text,
    tags: [pageTags.registerEntry(slug)],
    headers: { 'content-disposition': `attachment; filename="${slug}.ics"` },
  }
}
