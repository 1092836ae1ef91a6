import { areShort, searchSimilar, wordsOf } from '#database/search.ts'
import { type Fragment, type SqlRunner, unprepared } from '#database/sql.ts'
import { type EventCategory, readCategory, type Sector } from '#domain/categories.ts'
import { isByDate } from '#domain/date-filters.ts'
import { londonDay } from '#domain/london-time.ts'
import { misreadNumbers, tidyNumber } from '#domain/typed-number.ts'
import { findMisread } from '#features/register/certificate/server/queries.ts'
import type { Sort } from '#features/register/rules.ts'
import { type CountRows, countLimit, type Facets, readCounts } from './count-queries.ts'
import type { Cursor, RegisterFilters } from './filters.ts'
import {
  type CardRow,
  type CountedRow,
  type ListedRow,
  listCards,
  type PageStart,
  type PlacedRow,
} from './list-queries.ts'
import { findMatches, type MatchRow, type SearchStart, walkMatches } from './search-queries.ts'

export type RegisterPage<Row = PlacedRow<ListedRow>> = {
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
  list: (sql: SqlRunner, start: PageStart) => Fragment & PromiseLike<CountedRow<Row>[]>,
  { q, ...filters }: RegisterFilters,
  { now, cursor, limit, sort = '', skip = 0, withFacets = false }: Options,
): Promise<RegisterPage<PlacedRow<Row | ListedRow>>> {
  // One more than the page holds tells whether there is another.
  const start = { filters, sort, after: cursor, skip, today: londonDay(now), wanted: limit + 1, withFacets }
  if (q) {
    const { rows, ...found } = await search(sql, { ...start, words: wordsOf(q) })
    return { facets: null, cityKey: null, cityName: null, ...found, ...pageOf(rows, limit) }
  }
  const statement = list(sql, start)
  const rows = await (isUsual(start) ? statement : unprepared(statement))
  const counts = readCounts(rows[0]!.counts!, filters)
  const isMore = isByDate(filters) && counts.total > countLimit
  return {
    ...counts,
    total: isMore ? countLimit : counts.total,
    isMore,
    isKnown: true,
    ...pageOf(rows.filter(isPlaced), limit),
  }
}

/** Asked so often that its statement is prepared: a dozen lists. */
function isUsual({ filters, sort, skip }: Pick<PageStart, 'filters' | 'sort' | 'skip'>): boolean {
  return sort === '' && skip === 0 && !filters.status && !isByDate(filters)
}

function isPlaced<Row>(row: CountedRow<Row>): row is { counts: CountRows | null } & PlacedRow<Row> {
  return row.segment !== null
}

function pageOf<Row extends PlacedRow<{ id: string; sortOn: string }>>(rows: Row[], limit: number) {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { entries: rows.slice(0, limit), next: last ? `${last.segment}.${last.sortOn}.${last.id}` : null }
}

async function search(sql: SqlRunner, asked: SearchStart) {
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
  async function common(): Promise<PlacedRow<ListedRow>[]> {
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

const isMatch = (row: MatchRow) => row.id !== null

export type SimilarEntries = {
  entries: PlacedRow<CardRow>[]
  /** Of the only entry, which the search may have misread. */
  number?: string
  /** That a word of the search names. */
  category?: EventCategory | Sector
  /** How many of the search's words they hold, where no entry holds all. */
  part?: { matched: number; of: number }
}

/** For a search that finds little: by a misread number, by category, by similar spelling, then by some of its words. */
export async function listSimilar(
  sql: SqlRunner,
  filters: RegisterFilters,
  { now, max, page }: { now: Date; max: number; page: { entries: { id: string }[]; isKnown: boolean } },
): Promise<SimilarEntries> {
  const { q } = filters
  const { entries: found, isKnown } = page
  const search = async (q: string, limit: number, more: Partial<RegisterFilters> = {}) =>
    (await listRegister(sql, listCards, { ...filters, q, ...more }, { now, cursor: null, limit: Math.min(limit, 100) }))
      .entries
  const numbers = found.length === 0 ? textsOfNumbers(q).flatMap(misreadNumbers) : []
  const [misread] = numbers.length > 0 ? await findMisread(sql, { numbers }) : []
  const meant = misread ? await search(misread.number, 1) : []
  if (meant.length > 0) return { number: misread!.number, entries: meant }
  const words = wordsOf(q)
  const named = filters.category ? null : readCategory(words)
  if (named) {
    const { category, others } = named
    const entries = without(found, await search(others.join(' '), max + found.length, { category }))
    if (entries.length > 0) return { category, entries: entries.slice(0, max) }
  }
  let matched = words.length
  const spelt = await searchSimilar<PlacedRow<CardRow>>(sql, 'register_words', {
    ...{ q, found, isKnown, max },
    search: async (like, limit) => {
      const entries = await search(like, limit)
      if (entries.length > 0) matched = like.split(' ').length
      return entries
    },
  })
  if (spelt.length > 0 && found.length === 0 && matched < words.length)
    return { entries: spelt, part: { matched, of: words.length } }
  if (spelt.length > 0 || found.length > 0) return { entries: spelt }
  return await listMatchingPart(sql, { words, max, search: async (some) => await search(some.join(' '), max) })
}

/** At least half of the words: those that the register has, then all but one of them, and so on. */
async function listMatchingPart(
  sql: SqlRunner,
  { words, max, search }: { words: string[]; max: number; search: (words: string[]) => Promise<PlacedRow<CardRow>[]> },
): Promise<SimilarEntries> {
  const known = await knownWords(sql, words)
  let choices = known.length < words.length ? [known] : leftOutOne([known])
  for (let left = maxParts; choices[0] && choices[0].length * 2 >= words.length && left > 0; ) {
    const entries: PlacedRow<CardRow>[] = []
    for (const some of choices.slice(0, left)) entries.push(...without(entries, await search(some)))
    if (entries.length > 0)
      return { entries: entries.slice(0, max), part: { matched: choices[0].length, of: words.length } }
    left -= choices.length
    choices = leftOutOne(choices)
  }
  return { entries: [] }
}

/** How many searches look for a part of the words. */
const maxParts = 8

async function knownWords(sql: SqlRunner, words: string[]): Promise<string[]> {
  if (words.length < 2) return []
  const rows = await sql<{ word: string }[]>`
    select word from unnest(${words}::text[]) as typed (word)
    where exists (
      select from search_words(fold(word)) as part join register_words as known on known.word = part
    )`
  return words.filter((word) => rows.some((row) => row.word === word))
}

function leftOutOne(choices: string[][]): string[][] {
  const shorter = choices.flatMap((words) => words.map((left) => words.filter((word) => word !== left)))
  return [...new Map(shorter.filter(({ length }) => length > 0).map((words) => [words.join(' '), words])).values()]
}

function without<Row extends { id: string }>(known: { id: string }[], rows: Row[]): Row[] {
  return rows.filter(({ id }) => !known.some((other) => other.id === id))
}

/** All of a search, or one of its words. */
export function textsOfNumbers(q: string): string[] {
  return [q, ...q.split(/\s+/).slice(0, 6)]
}
