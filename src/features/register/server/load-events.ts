import { isDatabaseUnavailable } from '#database/is-unavailable.ts'
import { type Sector, sectors } from '#domain/categories.ts'
import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import { answerFactsOf, answerHoldsUntil } from '#domain/register-answer.ts'
import type { EventDialogData } from '#features/register/event-dialog.tsx'
import type { EventsData, UpcomingCardData } from '#features/register/events-page.tsx'
import { slugPattern, webcalAddress } from '#features/register/rules.ts'
import { filePaths } from '#pages.ts'
import { type KeptAnswer, type KeptLoader, keptHandler, type PageRequest } from '#requests/page-loader.ts'
import { cleanText } from '#wire/clean-text.ts'
import { organiserPageOf } from '#wire/organiser-address.ts'
import { readCursor, startOfUpcoming } from './filters.ts'
import { countUpcoming, type EventRow, listUpcoming } from './list-queries.ts'
import { type EntryRow, findEntry } from './queries.ts'

const pageSize = 24

/**
 * What is accredited and still to come, by date; with `?event=` the dialog of one entry. Where the events cannot be read, the page says
 * so in the place of the list, and the rest of it stays.
 */
const loadEvents: KeptLoader<EventsData> = async (request) => {
  try {
    return await eventsPage(request)
  } catch (problem) {
    // The whole site says that.
    if (isDatabaseUnavailable(problem)) throw problem
    request.services.log.error('list of events failed', {}, problem)
    return { kind: 'page', data: failedPage(request), status: 503 }
  }
}

async function eventsPage({ query, services: { sql, now, env } }: PageRequest): Promise<KeptAnswer<EventsData>> {
  const sector = sectorOf(query)
  const cursor = readCursor(query.get('cursor') ?? '')
  const today = londonDay(now())
  const { date, id } = startOfUpcoming(cursor, today)
  const slug = cleanText(query.get('event'))
  const [rows, counts, [entry]] = await Promise.all([
    listUpcoming(sql, { sector: sector ?? '', date, id }),
    countUpcoming(sql, { today }),
    slugPattern.test(slug) ? findEntry(sql, { slug }) : [],
  ])
  const last = rows[pageSize - 1]
  const dialog = entry ? dialogOf(entry, now()) : null
  const entries = rows.slice(0, pageSize)
  return {
    kind: 'page',
    data: {
      category: sector ?? 'all',
      counts: countsOf(counts),
      calendar: calendarOf(sector, env.publicUrl),
      cursor: cursor ? query.get('cursor') : null,
      entries: entries.map(cardOf),
      next: last && rows.length > pageSize ? `1.${last.sortOn}.${last.id}` : null,
      dialog,
      isDemonstration: entries.some((row) => row.isDemo),
    },
    tags: [pageTags.register, ...(entry ? [pageTags.registerEntry(entry.slug)] : [])],
    until: dialog && answerHoldsUntil(dialog.answer.facts),
  }
}

function failedPage({ query, services: { env } }: PageRequest): EventsData {
  const sector = sectorOf(query)
  return {
    category: sector ?? 'all',
    counts: null,
    calendar: calendarOf(sector, env.publicUrl),
    cursor: query.get('cursor'),
    entries: null,
    next: null,
    dialog: null,
    isDemonstration: false,
  }
}

function sectorOf(query: URLSearchParams): Sector | null {
  const asked = query.get('category')
  return sectors.find((known) => known === asked) ?? null
}

function calendarOf(sector: Sector | null, publicUrl: string): string {
  return webcalAddress(publicUrl, filePaths.eventsFeed('ics', sector ? { category: sector } : {}))
}

function countsOf(rows: { sector: Sector; entries: number }[]): NonNullable<EventsData['counts']> {
  const counts: NonNullable<EventsData['counts']> = {
    all: 0,
    business: 0,
    entertainment: 0,
    sports: 0,
    culture: 0,
    charity: 0,
  }
  for (const { sector, entries } of rows) {
    counts[sector] = entries
    counts.all += entries
  }
  return counts
}

function cardOf(row: EventRow): UpcomingCardData {
  const organiserPage = organiserPageOf(row.organiserId, row.organiser)
  return {
    ...shownOf(row),
    ...(organiserPage ? { organiserPage } : {}),
    ...(row.imageUrl ? { image: row.imageUrl } : { tone: row.sector }),
    ...(row.isPrivate ? { isPrivate: true } : {}),
    ...(row.featured ? { featured: true } : {}),
    ...(row.isPro ? { isPro: true } : {}),
  }
}

function dialogOf(entry: EntryRow, now: Date): EventDialogData {
  const { assurance, ...shown } = shownOf(entry)
  return {
    ...shown,
    organiserPage: organiserPageOf(entry.organiserId, entry.organiser),
    description: entry.description,
    answer: {
      facts: answerFactsOf(entry, londonDay(now)),
      assurance,
      reason: entry.statusReason,
      readAt: now.toISOString(),
    },
    number: entry.number,
    isPrivate: entry.eventType === 'private',
    ticketUrl: entry.ticketUrl,
    landingPageUrl: entry.isPro ? entry.landingPageUrl : null,
  }
}

type Shown =
  | 'assurance'
  | 'slug'
  | 'title'
  | 'organiser'
  | 'date'
  | 'time'
  | 'venue'
  | 'city'
  | 'price'
  | 'attendees'
  | 'capacity'

/** What the card and the dialog both show. */
function shownOf({
  assurance,
  slug,
  title,
  organiser,
  date,
  time,
  venue,
  city,
  price,
  attendees,
  capacity,
}: Pick<EventRow, Shown>) {
  return {
    assurance,
    slug,
    title,
    organizer: organiser,
    date,
    time,
    place: [venue, city] as [string, string],
    price,
    attendees,
    capacity,
  }
}

export const events = keptHandler({ load: loadEvents })
