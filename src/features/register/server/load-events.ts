import { isDatabaseUnavailable } from '#database/database-problem.ts'
import { type Sector, sectors } from '#domain/categories.ts'
import type { Instant } from '#domain/formats.ts'
import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import { pickFields } from '#domain/pick-fields.ts'
import { answerFactsOf, answerHoldsUntil } from '#domain/register-answer.ts'
import { slugPattern, webcalAddress } from '#features/register/rules.ts'
import { page } from '#page/page.ts'
import { filePaths } from '#pages.ts'
import type { Item } from '#ui/card-list.tsx'
import { cleanText } from '#wire/clean-text.ts'
import { organiserPageOf } from '#wire/organiser-address.ts'
import { readCursor, startOfUpcoming } from './filters.ts'
import { countUpcoming, type EventRow, listUpcoming } from './list-queries.ts'
import { type EntryRow, findEntry } from './queries.ts'

const pageSize = 24

/** When the events cannot be read, the page says so in place of the list. */
export const events = page('events', {
  load: async ({ query, sql, now, services: { env, log } }) => {
    const sector = sectors.find((known) => known === query.get('category')) ?? null
    const shown = {
      category: sector ?? ('all' as const),
      calendar: webcalAddress(env.publicUrl, filePaths.eventsFeed('ics', sector ? { category: sector } : {})),
    }
    try {
      const cursor = readCursor(query.get('cursor') ?? '')
      const today = londonDay(new Date(now))
      const { date, id } = startOfUpcoming(cursor, today)
      const slug = cleanText(query.get('event'))
      const [rows, counts, [entry]] = await Promise.all([
        listUpcoming(sql.raw, { sector: sector ?? '', date, id }),
        countUpcoming(sql.raw, { today }),
        slugPattern.test(slug) ? findEntry(sql.raw, { slug }) : [],
      ])
      const last = rows[pageSize - 1]
      const entries = rows.slice(0, pageSize)
      return {
        ...shown,
        /** Null when they could not be read. */
        counts: countsOf(counts),
        cursor: cursor ? query.get('cursor') : null,
        entries: entries.map((row): Item<UpcomingCardData> => cardOf(row)),
        next: last && rows.length > pageSize ? `1.${last.sortOn}.${last.id}` : null,
        dialog: entry ? dialogOf(entry, now) : null,
        isDemonstration: entries.some((row) => row.isDemo),
      }
    } catch (problem) {
      // The whole site says that.
      if (isDatabaseUnavailable(problem)) throw problem
      log.error('list of events failed', {}, problem)
      const nothing = { counts: null, entries: null, next: null, dialog: null, isDemonstration: false }
      return { ...shown, ...nothing, cursor: query.get('cursor') }
    }
  },
  status: ({ entries }) => (entries ? null : 503),
  tags: ({ entries, dialog }) =>
    entries && [pageTags.register, ...(dialog ? [pageTags.registerEntry(dialog.slug)] : [])],
  until: ({ dialog }) => dialog && answerHoldsUntil(dialog.answer.facts),
})

function countsOf(rows: { sector: Sector; entries: number }[]): Record<Sector | 'all', number> {
  const counts = { all: 0, business: 0, entertainment: 0, sports: 0, culture: 0, charity: 0 }
  for (const { sector, entries } of rows) {
    counts[sector] = entries
    counts.all += entries
  }
  return counts
}

export type UpcomingCardData = ReturnType<typeof cardOf>

function cardOf(row: EventRow) {
  return {
    ...shownOf(row),
    ...pickFields(row, 'assurance', 'assuredOn'),
    ...(row.imageUrl ? { image: row.imageUrl } : {}),
    ...(row.imageUrl ? {} : { tone: row.sector }),
    ...(row.isPrivate ? { isPrivate: true } : {}),
    ...(row.featured ? { featured: true as const } : {}),
    ...(row.isPro ? { isPro: true } : {}),
  }
}

function dialogOf(entry: EntryRow, now: Instant) {
  return {
    ...shownOf(entry),
    ...pickFields(entry, 'description', 'number', 'ticketUrl'),
    organiserPage: organiserPageOf(entry.organiserId, entry.organiser),
    answer: { facts: answerFactsOf(entry, londonDay(new Date(now))), reason: entry.statusReason, readAt: now },
    isPrivate: entry.eventType === 'private',
    landingPageUrl: entry.isPro ? entry.landingPageUrl : null,
  }
}

function shownOf(row: EventRow | EntryRow) {
  const place: [venue: string, city: string] = [row.venue, row.city]
  return { ...pickFields(row, 'slug', 'title', 'organiser', 'date', 'time', 'price', 'attendees', 'capacity'), place }
}
