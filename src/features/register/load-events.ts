import { type Sector, sectors } from '../../domain/categories.ts'
import { londonDay } from '../../domain/london-time.ts'
import { pageTags } from '../../domain/page-tags.ts'
import type { Loader } from '../../page-loader.ts'
import { paths } from '../../paths.ts'
import { startOf } from './cursor.ts'
import type { EventDialogData } from './event-dialog.tsx'
import type { EventsData, UpcomingCardData } from './events-page.tsx'
import { countUpcoming, type EntryRow, findEntry, listUpcoming, type UpcomingRow } from './queries.ts'
import { cleanText, readFilters } from './read-filters.ts'
import { webcalAddress } from './rules.ts'
import { slugPattern } from './schema.ts'

const pageSize = 24

/** What is accredited and still to come, by date; with `?event=` the dialog of one entry. */
export const loadEvents: Loader<EventsData> = async ({ query, services: { sql, now, env } }) => {
  const asked = query.get('category')
  const sector = sectors.find((known) => known === asked) ?? null
  const cursor = readFilters(query).cursor
  const today = londonDay(now())
  const { date, id } = startOf(cursor?.segment === 1 ? cursor : null, today)
  const slug = cleanText(query.get('event'))
  const [rows, counts, [entry]] = await Promise.all([
    listUpcoming(sql, sector, date, id, pageSize + 1),
    countUpcoming(sql, today),
    slugPattern.test(slug) ? findEntry(sql, slug) : [],
  ])
  const last = rows[pageSize - 1]
  const entries = rows.slice(0, pageSize)
  return {
    kind: 'page',
    data: {
      category: sector ?? 'all',
      counts: countsOf(counts),
      calendar: webcalAddress(env.publicUrl, paths.eventsFeed('ics', sector ? { category: sector } : {})),
      cursor: cursor ? query.get('cursor') : null,
      entries: entries.map(cardOf),
      next: last && rows.length > pageSize ? `1.${last.at}.${last.id}` : null,
      dialog: entry ? dialogOf(entry) : null,
      isDemonstration: entries.some((row) => row.is_demo),
    },
    tags: [pageTags.register, ...(entry ? [pageTags.registerEntry(entry.slug)] : [])],
  }
}

function countsOf(rows: { sector: Sector; entries: number }[]): EventsData['counts'] {
  const counts: EventsData['counts'] = { all: 0, business: 0, entertainment: 0, sports: 0, culture: 0, charity: 0 }
  for (const { sector, entries } of rows) {
    counts[sector] = entries
    counts.all += entries
  }
  return counts
}

function cardOf(row: UpcomingRow): UpcomingCardData {
  return {
    slug: row.slug,
    title: row.title,
    organizer: row.organiser,
    date: row.date,
    time: row.time,
    place: [row.venue, row.city],
    price: row.price,
    attendees: row.attendees,
    capacity: row.capacity,
    ...(row.image_url ? { image: row.image_url } : { tone: row.sector }),
    ...(row.is_private ? { isPrivate: true } : {}),
    ...(row.featured ? { featured: true } : {}),
    ...(row.is_pro ? { isPro: true } : {}),
  }
}

function dialogOf(entry: EntryRow): EventDialogData {
  return {
    slug: entry.slug,
    title: entry.title,
    organizer: entry.organiser,
    date: entry.date,
    time: entry.time,
    place: [entry.venue, entry.city],
    price: entry.price,
    attendees: entry.attendees,
    capacity: entry.capacity,
    description: entry.description,
    status: entry.status,
    number: entry.number,
    isPrivate: entry.event_type === 'private',
    ticketUrl: entry.ticket_url,
    landingPageUrl: entry.is_pro ? entry.landing_page_url : null,
  }
}
