import { areShort, searchSimilar, wordsOf } from '#database/search.ts'
import { type Fragment, type SqlRunner, unprepared } from '#database/sql.ts'
import { isByDate } from '#domain/date-filters.ts'
import { londonDay } from '#domain/london-time.ts'
import { misreadNumbers, tidyNumber } from '#domain/typed-number.ts'
import { findMisread } from '#features/register/certificate/server/queries.ts'
import type { Sort } from '#features/register/rules.ts'
import { countLimit, type Facets, type ListCounts } from './count-queries.ts'
import type { Cursor, RegisterFilters } from './filters.ts'
import { type CardRow, type Counted, type ListedRow, listCards, type PageStart, type Placed } from './list-queries.ts'
import { findMatches, type MatchRow, walkMatches } from './search-queries.ts'

export type RegisterPage<Row = Placed<ListedRow>> = {
  entries: Row[]
  total: number
  /** Null for a search and for a list by date. */
  facets: Facets | null
  /** More match than are counted; `total` is then 1,000. */
  isMore: boolean
  next: string | null
  /** The folded name (page tags); null without a city and for a search. */
  cityKey: string | null
  /** As its entries write it; null also for an unknown city. */
  cityName: string | null
  /** The register has each word of the search as it is written. */
  isKnown: boolean
}

/** `limit` is at most 100, `skip` at most `maxSkipped`. */
type Options = { now: Date; cursor: Cursor | null; limit: number; sort?: Sort; skip?: number; withFacets?: boolean }

/** `list` has the columns that are wanted; what a search finds has all of them. */
export async function listRegister<Row extends { id: string; sortOn: string }>(
  sql: SqlRunner,
  list: (sql: SqlRunner, start: PageStart) => Fragment & PromiseLike<Counted<Row>[]>,
  { q, ...filters }: RegisterFilters,
  { now, cursor, limit, sort = '', skip = 0, withFacets = false }: Options,
): Promise<RegisterPage<Placed<Row | ListedRow>>> {
  // One more than the page holds tells whether there is another.
  const start = { filters, sort, after: cursor, skip, today: londonDay(now), wanted: limit + 1, withFacets }
  if (q) {
    const { rows, ...found } = await search(sql, { ...start, words: wordsOf(q) })
    return { facets: null, cityKey: null, cityName: null, ...found, ...pageOf(rows, limit) }
  }
  const statement = list(sql, start)
  const rows = await (isUsual(start) ? statement : unprepared(statement))
  const counts = rows[0]!.counts!
  const isMore = isByDate(filters) && counts.total > countLimit
  return {
    ...counts,
    total: isMore ? countLimit : counts.total,
    isMore,
    isKnown: true,
    ...pageOf(rows.filter(isPlaced), limit),
  }
}

/** SearchStart so often that its statement is prepared: a dozen lists. */
function isUsual({ filters, sort, skip }: PageStart): boolean {
  return sort === '' && skip === 0 && !filters.status && !isByDate(filters)
}

function isPlaced<Row>(row: Counted<Row>): row is { counts: ListCounts | null } & Placed<Row> {
  return row.segment !== null
}

function pageOf<Row extends Placed<{ id: string; sortOn: string }>>(rows: Row[], limit: number) {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { entries: rows.slice(0, limit), next: last ? `${last.segment}.${last.sortOn}.${last.id}` : null }
}

type SearchStart = PageStart & { words: string[] }
type SearchResult = Pick<RegisterPage, 'total' | 'isMore' | 'isKnown'> & { rows: Placed<ListedRow>[] }

async function search(sql: SqlRunner, asked: SearchStart): Promise<SearchResult> {
  const { words, filters, sort, skip } = asked
  // The driver keeps what it prepares: only two dozen usual kinds of search.
  const isRare = words.length > 3 || filters.category || filters.assurance || !isUsual(asked)
  const kept = isRare ? unprepared : <Statement>(statement: Statement) => statement
  // A whole number has an index of its own: that on parts would gather half the register for it.
  const number = words.length === 1 ? tidyNumber(words[0]!) : null
  if (number) {
    const found = await findMatches(sql, { ...asked, words: [number], part: 'number' })
    if (found[0]!.total > 0) return { total: 1, isMore: false, isKnown: true, rows: found.filter(isMatch) }
  }
  const found = await kept(findMatches(sql, { ...asked, part: 'any' }))
  const { total, isKnown } = found[0]!
  const isMore = total > countLimit
  if (!isMore) return { total, isMore, isKnown, rows: found.filter(isMatch) }
  return { total: countLimit, isMore, isKnown, rows: await common() }

  /** Of many, titles come first as long as they can be counted. */
  async function common(): Promise<Placed<ListedRow>[]> {
    const isRanked = sort === '' && !areShort(words)
    const titled = isRanked ? await kept(findMatches(sql, { ...asked, part: 'title' })) : null
    const titles = titled?.[0]?.total ?? 0
    const areTitlesLeft = titled !== null && titles <= countLimit
    const first = areTitlesLeft ? titled.filter(isMatch) : []
    const wanted = asked.wanted - first.length
    if (wanted === 0) return first
    const segment = (asked.after?.segment ?? 0) - (sort === '' ? 4 : 0)
    const after = asked.after && segment >= 0 ? { ...asked.after, segment } : null
    const rest = { ...asked, after, wanted, areTitlesLeft, skip: areTitlesLeft ? Math.max(0, skip - titles) : skip }
    return [...first, ...(await kept(walkMatches(sql, rest)))]
  }
}

function isMatch(row: MatchRow): row is MatchRow & Placed<ListedRow> {
  return row.id !== null
}

/** `number`: of an entry that a search without results may have misread; otherwise similar spellings. */
export async function listSimilar(
  sql: SqlRunner,
  filters: RegisterFilters,
  { now, max, page }: { now: Date; max: number; page: { entries: { id: string }[]; isKnown: boolean } },
): Promise<{ number: string | null; entries: Placed<CardRow>[] }> {
  const search = async (q: string, limit: number) =>
    (await listRegister(sql, listCards, { ...filters, q }, { now, cursor: null, limit: Math.min(limit, 100) })).entries
  const numbers = page.entries.length === 0 ? textsOfNumbers(filters.q).flatMap(misreadNumbers) : []
  const [misread] = numbers.length > 0 ? await findMisread(sql, { numbers }) : []
  const meant = misread ? await search(misread.number, 1) : []
  if (meant.length > 0) return { number: misread!.number, entries: meant }
  const { q } = filters
  const { entries: found, isKnown } = page
  return {
    number: null,
    entries: await searchSimilar<Placed<CardRow>>(sql, 'register_words', { q, found, isKnown, max, search }),
  }
}

/** All of a search, or one of its words. */
export function textsOfNumbers(q: string): string[] {
  return [q, ...q.split(/\s+/).slice(0, 6)]
}
