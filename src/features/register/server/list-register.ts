import { areShort, searchSimilar, wordsOf } from '../../../database/search.ts'
import { type SqlRunner, unprepared } from '../../../database/sql.ts'
import { londonDay } from '../../../domain/london-time.ts'
import type { Cursor, RegisterFilters } from './filters.ts'
import { countEntries, type ListCounts, listEntries, type PlacedRow } from './list-queries.ts'
import { findMatches, walkMatches } from './search-queries.ts'

export type RegisterPage = {
  entries: PlacedRow[]
  total: number
  /** How many of the filters' entries are accredited now; null for a search. */
  verified: number | null
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

/** A page of the register: the whole of it in its order, or what a search finds, by how well it fits. */
export async function listRegister(
  sql: SqlRunner,
  { q, ...filters }: RegisterFilters,
  { now, cursor, limit, cities = 0 }: Options,
): Promise<RegisterPage> {
  // One more than the page holds tells whether there is another.
  const from = { filters, after: cursor, today: londonDay(now), wanted: limit + 1 }
  if (q) {
    const { rows, ...found } = await search(sql, { ...from, words: wordsOf(q), cities })
    return { verified: null, cityKey: null, cityName: null, ...found, ...pageOf(rows, limit) }
  }
  const [rows, [counts]] = await Promise.all([listEntries(sql, from), countEntries(sql, { ...filters, cities })])
  return { ...counts!, isMore: false, isKnown: true, cities: named(counts!.cities), ...pageOf(rows, limit) }
}

function pageOf(rows: PlacedRow[], limit: number): Pick<RegisterPage, 'entries' | 'next'> {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { entries: rows.slice(0, limit), next: last ? `${last.segment}.${last.sortOn}.${last.id}` : null }
}

function named(cities: ListCounts['cities']): RegisterPage['cities'] {
  return cities.map(([name, entries]) => ({ name, entries }))
}

type Asked = Parameters<typeof walkMatches>[1] extends infer Input ? Omit<Input, 'areTitlesLeft'> : never
type Found = Pick<RegisterPage, 'total' | 'isMore' | 'isKnown' | 'cities'> & { rows: PlacedRow[] }

async function search(sql: SqlRunner, asked: Asked & { cities: number }): Promise<Found> {
  const { words, filters, cities } = asked
  // The driver keeps what it prepares: only the usual kinds of search are, two dozen of them.
  const kept = words.length > 3 || filters.category ? unprepared : <Statement>(statement: Statement) => statement
  const ownCities = filters.city ? 0 : cities
  const [found, largest] = await Promise.all([
    kept(findMatches(sql, { ...asked, part: 'any', cities: ownCities })),
    filters.city && cities > 0 ? largestCities() : null,
  ])
  const { total, isKnown, cities: foundCities } = found[0]!
  const isMore = total > countLimit
  if (!isMore) return { total, isMore, isKnown, cities: largest ?? named(foundCities ?? []), rows: found.filter(isRow) }
  const [rows, all] = await Promise.all([common(), largest ?? (cities > 0 ? largestCities() : [])])
  return { total: countLimit, isMore, isKnown, cities: all, rows }

  /** Of many, titles come first as long as they can be counted. */
  async function common(): Promise<PlacedRow[]> {
    const titled = areShort(words) ? null : await kept(findMatches(sql, { ...asked, part: 'title', cities: 0 }))
    const areTitlesLeft = titled !== null && titled[0]!.total <= countLimit
    const first = areTitlesLeft ? titled.filter(isRow) : []
    const wanted = asked.wanted - first.length
    if (wanted === 0) return first
    const segment = (asked.after?.segment ?? 0) - 4
    const after = asked.after && segment >= 0 ? { ...asked.after, segment } : null
    return [...first, ...(await kept(walkMatches(sql, { ...asked, after, wanted, areTitlesLeft })))]
  }

  async function largestCities(): Promise<RegisterPage['cities']> {
    const [counts] = await countEntries(sql, { city: '', category: '', verified: false, cities })
    return named(counts!.cities)
  }
}

function isRow<Row extends { id: string | null }>(row: Row): row is Row & PlacedRow {
  return row.id !== null
}

/** Entries that a search comes close to (database/search.ts). */
export async function listSimilar(
  sql: SqlRunner,
  filters: RegisterFilters,
  { now, max, page }: { now: Date; max: number; page: Pick<RegisterPage, 'entries' | 'isKnown'> },
): Promise<PlacedRow[]> {
  return await searchSimilar(sql, 'register_words', {
    q: filters.q,
    found: page.entries,
    isKnown: page.isKnown,
    max,
    search: async (q, limit) =>
      (await listRegister(sql, { ...filters, q }, { now, cursor: null, limit: Math.min(limit, 100) })).entries,
  })
}
