import type { Brand } from '#brand.ts'
import type { SqlRunner } from '#database/sql.ts'
import { assuranceLevels, checkedWords, statusWords } from '#domain/assurance.ts'
import { type CalendarEvent, calendarFeed, calendarFile } from '#domain/calendar-file.ts'
import { sectors } from '#domain/categories.ts'
import { daysText } from '#domain/date-filters.ts'
import type { Instant } from '#domain/formats.ts'
import { londonDay, londonMoment } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import { pickFields } from '#domain/pick-fields.ts'
import { isAccredited, registerStatuses } from '#domain/register-status.ts'
import { dateAndTime, place } from '#domain/when-and-where.ts'
import { findOrganiser } from '#features/register/organisers/server.ts'
import { filtered, noFilters, type RegisterFilters, readFilters } from '#features/register/server/filters.ts'
import { type ListedRow, listed } from '#features/register/server/list-queries.ts'
import type { EntryRow } from '#features/register/server/queries.ts'
import { foundInOrder } from '#features/register/server/search-queries.ts'
import { type FeedFormat, filePaths, href } from '#pages.ts'
import { feedContentTypes, type SharedFile } from '#requests/file-route.ts'
import { jsonFeed, type NewsItem, rssFeed } from '#requests/news-feed.ts'
import type { Services } from '#requests/services.ts'
import { organiserId } from '#wire/organiser-address.ts'

type FeedServices = Pick<Services, 'sql' | 'brand' | 'env' | 'now'>

/** How long past events stay in a calendar to subscribe to. */
const daysBack = 30

/** Calendars have the last 30 days and the next 500 dated entries; feeds the 50 published last. */
export async function loadFeed(
  list: 'listings' | 'events',
  format: FeedFormat,
  query: URLSearchParams,
  { sql, brand, env, now }: FeedServices,
): Promise<SharedFile> {
  const feed = readFeed(list, format, query)
  const { filters } = feed
  const site = { brand, publicUrl: env.publicUrl }
  const today = londonDay(now())
  const from = list === 'events' ? today : null
  const news = { ...feed, description: 'New entries in the public register.' }
  const text =
    format === 'ics'
      ? listCalendar(feed.name, await listShared(sql, { filters, from: firstDayOf(now()), today, isDated: true }), site)
      : (format === 'rss' ? rssFeed : jsonFeed)(
          news,
          (await listShared(sql, { filters, from, today, isDated: false })).map(entryNews),
          site,
        )
  return { contentType: feedContentTypes[format], text, tags: [pageTags.register] }
}

/** Null for an organiser without an entry. */
export async function loadOrganiserCalendar(
  address: string,
  { sql, brand, env, now }: FeedServices,
): Promise<SharedFile | null> {
  const id = organiserId(address)
  const [organiser] = id === null ? [] : await findOrganiser(sql, { id })
  if (!organiser) return null
  const days = { from: firstDayOf(now()), today: londonDay(now()) }
  const rows = await listShared(sql, { filters: noFilters, organiser: organiser.id, ...days, isDated: true })
  const text = listCalendar(`Events of ${organiser.name}`, rows, { brand, publicUrl: env.publicUrl })
  return { contentType: feedContentTypes.ics, text, tags: [pageTags.registerOrganiser(organiser.id)] }
}

const firstDayOf = (now: Date) => londonDay(new Date(now.getTime() - daysBack * 86_400_000))

/** Null when there is no such entry, or it has no date. */
export async function loadEventCalendar(slug: string, { sql, brand, env }: FeedServices): Promise<SharedFile | null> {
  const [row] = await sql<SharedRow[]>`select ${shared(sql)} from register_entries where slug = ${slug}::text`
  const event = row && calendarEvent(row, { brand, publicUrl: env.publicUrl })
  if (!event) return null
  return {
    contentType: feedContentTypes.ics,
    text: calendarFile(event, 'PUBLISH', event.stampedAt),
    tags: [pageTags.registerEntry(slug)],
    headers: { 'content-disposition': `attachment; filename="${slug}.ics"` },
  }
}

type Site = { brand: Brand; publicUrl: string }

function listCalendar(name: string, rows: SharedRow[], site: Site): string {
  return calendarFeed(
    `${name} – ${site.brand.shortName}`,
    rows.map((row) => calendarEvent(row, site)).filter((event) => event !== null),
  )
}

/** Nobody says when an event ends, so the file does not; an ended accreditation cancels no event. */
function calendarEvent(row: SharedRow, { brand, publicUrl }: Site): (CalendarEvent & { stampedAt: Date }) | null {
  if (!row.date) return null
  const { date, time } = row
  const url = publicUrl + href('event', { slug: row.slug })
  const places = [row.venue, row.address, row.city, row.postcode].filter(Boolean)
  return {
    uid: `${row.id}@${new URL(publicUrl).hostname}`,
    sequence: row.sequence,
    stampedAt: new Date(row.updatedAt),
    startsAt: time ? londonMoment(date, time).toISOString() : date,
    title: row.title,
    description: `${entryText(row)}\n\n${url}`,
    location: [...new Set(places)].join(', '),
    url,
    organiser: { name: brand.name, email: brand.email },
  }
}

function entryText(row: SharedRow): string {
  return [
    row.isDemo && 'Demonstration: this entry is invented.',
    dateAndTime(row),
    place(row.venue, row.city),
    row.organiser && `Organised by ${row.organiser}`,
    `${isAccredited(row.status) ? statusWords(row) : `${registerStatuses[row.status].sentence} ${checkedWords(row)}`}. Entry ${row.number}.`,
    assuranceLevels[row.assurance].sentence,
    row.description && `\n${row.description}`,
  ]
    .filter(Boolean)
    .join('\n')
}

function entryNews(row: SharedRow): NewsItem {
  return {
    id: `urn:uuid:${row.id}`,
    href: href('event', { slug: row.slug }),
    title: row.title,
    text: entryText(row),
    publishedAt: row.publishedAt,
    changedAt: row.updatedAt,
    category: row.category,
    author: row.organiser,
    register: {
      status: row.status,
      accredited: isAccredited(row.status),
      ...pickFields(row, 'assurance', 'assuredOn', 'nextReviewOn'),
    },
  }
}

type SharedRow = ListedRow &
  Pick<EntryRow, 'number' | 'address' | 'postcode'> & {
    publishedAt: Instant
    updatedAt: Instant
    /** Rises with every change; 0 for an entry that never changed. */
    sequence: number
  }

/** Seconds from publication to the last change, which need no counter of their own. */
const shared = (sql: SqlRunner) => sql`
  ${listed(sql)}, number, address, postcode, published_at as "publishedAt", updated_at as "updatedAt",
  greatest(0, least(extract(epoch from updated_at - published_at), 2147483647))::int as sequence`

type SharedList = { filters: RegisterFilters; organiser?: number; from: string | null; today: string; isDated: boolean }

/** For calendars up to 500 with a date, soonest first; for feeds the 50 published last. */
export const listShared = (sql: SqlRunner, { filters, organiser, from, today, isDated }: SharedList) => {
  const { q, ...others } = filters
  const where = [
    ...filtered(sql, others, today),
    from ? sql`and sort_on >= ${from}::date` : sql``,
    isDated ? sql`and starts_on is not null` : sql``,
    organiser === undefined ? sql`` : sql`and organiser_id = ${organiser}::int`,
  ]
  const order = isDated ? sql`order by sort_on, id limit 500` : sql`order by published_at desc, id desc limit 50`
  return sql<SharedRow[]>`
    select ${shared(sql)} 
    from (${foundInOrder(sql, { q, today, where, order })}) as found join register_entries using (id) ${order}`
}

/** `name`: what is in it, such as 'Register of accredited events in Leeds'. */
export function readFeed(list: 'listings' | 'events', format: FeedFormat, query: URLSearchParams) {
  const read = readFilters(query)
  if (list === 'listings') {
    const { q, city, category, assurance, status } = read
    const level = assurance && `, ${assuranceLevels[assurance].label.toLowerCase()}`
    const ofStatus = status && `, ${registerStatuses[status].label.toLowerCase()}`
    const days = daysText(read)
    const name = `Register of accredited events${city && ` in ${city}`}${category && `: ${category}`}${days && `, ${days}`}${level}${ofStatus}${q && ` matching “${q}”`}`
    return { name, filters: read, pageHref: href('listings', read), feedHref: filePaths.listingsFeed(format, read) }
  }
  const sector = sectors.find((known) => known === read.category) ?? ''
  const shown = { category: sector }
  return {
    name: `Upcoming accredited events${sector && `: ${sector}`}`,
    filters: { ...noFilters, category: sector, verified: true },
    pageHref: href('events', shown),
    feedHref: filePaths.eventsFeed(format, shown),
  }
}
