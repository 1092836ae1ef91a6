import { areShort, searchSimilar, wordsOf } from '../../../database/search.ts'
import { type SqlRunner, unprepared } from '../../../database/sql.ts'
import type { Assurance } from '../../../domain/assurance.ts'
import { londonDay } from '../../../domain/london-time.ts'
import { tidyNumber } from '../certificate/rules.ts'
import type { Cursor, RegisterFilters } from './filters.ts'
import {
  type CardRow,
  type Counted,
  countEntries,
  type ListCounts,
  type ListedRow,
  listCards,
  type PageStart,
  type Placed,
} from './list-queries.ts'
import { findMatches, type MatchRow, walkMatches } from './search-queries.ts'

export type RegisterPage<Row = Placed<ListedRow>> = {
  entries: Row[]
  total: number
  /** How many of the filters' entries are accredited now; null for a search. */
  verified: number | null
  /** How many of each assurance; null for a search. */
  assurances: Record<Assurance, number> | null
  /** True when more entries match than are counted: `total` is then 1,000. */
  isMore: boolean
  /** Cursor of the next page, or null on the last. */
  next: string | null
  /** The city's folded name (page tags), null without a city and of a search. */
  cityKey: string | null
  /** As its entries write it; null without a city, of a search, and for one that the register does not know. */
  cityName: string | null
  cities: { name: string; entries: number }[]
  /** Whether the register knows each word of a search just as it is written. */
  isKnown: boolean
}

/** The most that a search counts to. */
export const countLimit = 1000

/** `limit` is at most 100; `cities` is how many of the largest cities come with the page. */
type Options = { now: Date; cursor: Cursor | null; limit: number; cities?: number }

/**
 * A page of the register: the whole of it in its order, or what a search finds, by how well it fits.
 * @param list the statement whose columns are wanted; what a search finds comes with all of them.
 */
export async function listRegister<Row extends { id: string; sortOn: string }>(
  sql: SqlRunner,
  list: (sql: SqlRunner, start: PageStart) => PromiseLike<Counted<Row>[]>,
  { q, ...filters }: RegisterFilters,
  { now, cursor, limit, cities = 0 }: Options,
): Promise<RegisterPage<Placed<Row | ListedRow>>> {
  // One more than the page holds tells whether there is another.
  const start = { filters, after: cursor, today: londonDay(now), wanted: limit + 1, cities }
  if (q) {
    const { rows, ...found } = await search(sql, { ...start, words: wordsOf(q) })
    return { verified: null, assurances: null, cityKey: null, cityName: null, ...found, ...pageOf(rows, limit) }
  }
  const rows = await list(sql, start)
  const counts = rows[0]!.counts!
  return {
    ...counts,
    isMore: false,
    isKnown: true,
    cities: named(counts.cities),
    ...pageOf(rows.filter(isPlaced), limit),
  }
}

function isPlaced<Row>(row: Counted<Row>): row is { counts: ListCounts | null } & Placed<Row> {
  return row.segment !== null
}

function pageOf<Row extends Placed<{ id: string; sortOn: string }>>(rows: Row[], limit: number) {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { entries: rows.slice(0, limit), next: last ? `${last.segment}.${last.sortOn}.${last.id}` : null }
}

function named(cities: ListCounts['cities']): RegisterPage['cities'] {
  return cities.map(([name, entries]) => ({ name, entries }))
}

type Asked = PageStart & { words: string[] }
type Found = Pick<RegisterPage, 'total' | 'isMore' | 'isKnown' | 'cities'> & { rows: Placed<ListedRow>[] }

async function search(sql: SqlRunner, asked: Asked): Promise<Found> {
  const { words, filters, cities } = asked
  // The driver keeps what it prepares: only the usual kinds of search are, two dozen of them.
  const kept =
    words.length > 3 || filters.category || filters.assurance
      ? unprepared
      : <Statement>(statement: Statement) => statement
  const ownCities = filters.city ? 0 : cities
  // A whole number is nobody else's, and its parts are everybody's: an index on parts would gather half the register for it.
  const number = words.length === 1 ? tidyNumber(words[0]!) : null
  if (number) {
    const found = await findMatches(sql, { ...asked, words: [number], part: 'number', cities: ownCities })
    if (found[0]!.total > 0) {
      const cities = named(found[0]!.cities ?? [])
      return { total: 1, isMore: false, isKnown: true, cities, rows: found.filter(isMatch) }
    }
  }
  const [found, largest] = await Promise.all([
    kept(findMatches(sql, { ...asked, part: 'any', cities: ownCities })),
    filters.city && cities > 0 ? largestCities() : null,
  ])
  const { total, isKnown, cities: foundCities } = found[0]!
  const isMore = total > countLimit
  if (!isMore)
    return { total, isMore, isKnown, cities: largest ?? named(foundCities ?? []), rows: found.filter(isMatch) }
  const [rows, all] = await Promise.all([common(), largest ?? (cities > 0 ? largestCities() : [])])
  return { total: countLimit, isMore, isKnown, cities: all, rows }

  /** Of many, titles come first as long as they can be counted. */
  async function common(): Promise<Placed<ListedRow>[]> {
    const titled = areShort(words) ? null : await kept(findMatches(sql, { ...asked, part: 'title', cities: 0 }))
    const areTitlesLeft = titled !== null && titled[0]!.total <= countLimit
    const first = areTitlesLeft ? titled.filter(isMatch) : []
    const wanted = asked.wanted - first.length
    if (wanted === 0) return first
    const segment = (asked.after?.segment ?? 0) - 4
    const after = asked.after && segment >= 0 ? { ...asked.after, segment } : null
    return [...first, ...(await kept(walkMatches(sql, { ...asked, after, wanted, areTitlesLeft })))]
  }

  async function largestCities(): Promise<RegisterPage['cities']> {
    const [all] = await countEntries(sql, { city: '', category: '', verified: false, assurance: '', cities })
    return named(all!.counts.cities)
  }
}

function isMatch(row: MatchRow): row is MatchRow & Placed<ListedRow> {
  return row.id !== null
}

/** Entries that a search comes close to (database/search.ts). */
export async function listSimilar(
  sql: SqlRunner,
  filters: RegisterFilters,
  { now, max, page }: { now: Date; max: number; page: { entries: { id: string }[]; isKnown: boolean } },
): Promise<Placed<CardRow>[]> {
  return await searchSimilar<Placed<CardRow>>(sql, 'register_words', {
    q: filters.q,
    found: page.entries,
    isKnown: page.isKnown,
    max,
    search: async (q, limit) =>
      (await listRegister(sql, listCards, { ...filters, q }, { now, cursor: null, limit: Math.min(limit, 100) }))
        .entries,
  })
}
