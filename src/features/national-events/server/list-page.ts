import type { SqlRunner } from '../../../database/sql.ts'
import { type Cursor, countLimit, cursorText, type EventFilters, type Totals } from '../rules.ts'
import { type ListedEvent, listNationalEvents } from './queries.ts'

export type ListPage = {
  events: ListedEvent[]
  /** How many match. Without a search always exact; with one, a figure above `countLimit` means 'more than that'. */
  found: number
  totals: Totals
  /** Cursor of the next page; null on the last one. */
  next: string | null
}

/**
 * One page of the National Events Database in one round trip: upcoming events by date, those without a date after them, then the
 * past ones, latest first.
 *
 * @param today the day in London, `YYYY-MM-DD`; a cursor keeps to the day that its reading began on.
 * @param limit events wanted.
 */
export async function listPage(
  sql: SqlRunner,
  filters: EventFilters,
  cursor: Cursor | null,
  today: string,
  limit: number,
): Promise<ListPage> {
  const asOf = cursor?.asOf ?? today
  const [row] = await listNationalEvents(sql, {
    q: filters.q || null,
    category: filters.category || null,
    type: filters.type || null,
    today: asOf,
    afterDay: cursor?.sortOn ?? null,
    afterId: cursor?.id ?? null,
    limit,
  })
  const { events, found, totals } = row!
  const page = events.slice(0, limit)
  const last = page.at(-1)
  const next = events.length > limit && last ? cursorText({ asOf, sortOn: last.sortOn, id: last.id }) : null
  return {
    events: page,
    // Counters and rows are read in one snapshot; a search is never shown to match fewer than it shows.
    found: filters.q ? Math.min(found, countLimit + 1) : found,
    totals,
    next,
  }
}
