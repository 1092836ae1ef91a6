import { searchSimilar, wordsOf } from '#database/search.ts'
import { type SqlRunner, unprepared } from '#database/sql.ts'
import { isByDate } from '#domain/date-filters.ts'
import type { Day } from '#domain/formats.ts'
import { type Cursor, countLimit, cursorText, type EventFilters } from '../rules.ts'
import { countEvents, findEvents, type ListedEvent, listEvents } from './queries.ts'

/**
 * `today` is in London; a cursor keeps the day that its reading began on. `limit` is at most 100.
 *
 * @returns `found`: without a counter, more than `countLimit` means that there are more.
 */
export async function listPage(
  sql: SqlRunner,
  { q, ...filters }: EventFilters,
  after: Cursor | null,
  today: Day,
  limit: number,
  skip = 0,
) {
  const asOf = after?.asOf ?? today
  const words = wordsOf(q)
  // One more than the page holds tells whether there is another.
  const asked = { filters, words, after, asOf, skip, wanted: limit + 1 }
  const [rows, [counts]] = await Promise.all([
    words.length > 0 ? search() : { events: await rarely(listEvents(sql, asked)), found: null, isKnown: true },
    rarely(countEvents(sql, { filters, asOf })),
  ])
  const events = rows.events.slice(0, limit)
  const last = events.at(-1)
  const next = rows.events.length > limit && last ? cursorText({ asOf, sortOn: last.sortOn, id: last.id }) : null
  return { events, found: rows.found ?? counts!.total, totals: counts!.totals, next, isKnown: rows.isKnown }

  /** More than can be gathered is so common that reading in order meets a page of it at once. */
  async function search() {
    const rows = await rarely(findEvents(sql, asked))
    const { total: found, isKnown } = rows[0]!
    const events =
      found > countLimit
        ? await rarely(listEvents(sql, asked))
        : rows.flatMap(({ total: _, isKnown: __, ...event }) => (event.id === null ? [] : event))
    return { events, found, isKnown }
  }

  /** Asked in countless ways: not worth a plan that is kept. */
  function rarely<Statement extends Parameters<typeof unprepared>[0]>(statement: Statement): Statement {
    return words.length > 3 || skip > 0 || isByDate(filters) || filters.sort ? unprepared(statement) : statement
  }
}

export async function listSimilar(
  sql: SqlRunner,
  filters: EventFilters,
  {
    today,
    max,
    page,
  }: { today: Day; max: number; page: Pick<Awaited<ReturnType<typeof listPage>>, 'events' | 'isKnown'> },
): Promise<ListedEvent[]> {
  return await searchSimilar(sql, 'national_event_words', {
    q: filters.q,
    found: page.events,
    isKnown: page.isKnown,
    max,
    search: async (q, limit) => (await listPage(sql, { ...filters, q }, null, today, Math.min(limit, 100))).events,
  })
}
