import type { SqlRunner } from '../../../database/sql.ts'
import { londonDay } from '../../../domain/london-time.ts'
import { type Cursor, startOf } from './cursor.ts'
import { type CardRow, type FullRow, listEntries, searchEntries, searchFar } from './queries.ts'

export type RegisterFilters = {
  /** Part of a title or venue; empty for none. */
  q: string
  /** A city's name in any case and with or without accents; empty for all. */
  city: string
  /** One of the 13 categories or of the five sectors; empty for all. */
  category: string
  /** Only what is accredited now. */
  verified: boolean
}

export type RegisterPage<Row> = {
  entries: Row[]
  total: number
  /** How many of the filters' entries are accredited now; null for a search. */
  verified: number | null
  /** True when more entries match than are counted: `total` is then 1,000. */
  isMore: boolean
  /** Cursor of the next page, or null on the last. */
  next: string | null
  /** The city's folded name (page tags), null without a city. */
  cityKey: string | null
  /** As its entries write it; null without a city, of a search, and for one that the register does not know. */
  cityName: string | null
  cities: { name: string; entries: number }[]
}

/** The most that a search counts to. */
export const countLimit = 1000

type Options = { now: Date; cursor: Cursor | null; limit: number; cities?: number }

/** A page of the register as cards; `cities` is how many of the largest cities come with it. */
export async function listCards(
  sql: SqlRunner,
  filters: RegisterFilters,
  options: Options,
): Promise<RegisterPage<CardRow>> {
  // Cards have a column that the API's lists have no use for, and lack others: the statement makes one or the other.
  return (await listRows(sql, filters, options, false)) as unknown as RegisterPage<CardRow>
}

/** A page of the register with all that the API's lists document. */
export async function listFull(
  sql: SqlRunner,
  filters: RegisterFilters,
  options: Options,
): Promise<RegisterPage<FullRow>> {
  return await listRows(sql, filters, options, true)
}

async function listRows(
  sql: SqlRunner,
  { q, city, category, verified }: RegisterFilters,
  { now, cursor, limit, cities = 0 }: Options,
  full: boolean,
): Promise<RegisterPage<FullRow>> {
  const today = londonDay(now)
  const { segment, date, id } = startOf(cursor, today)
  // One more than the page holds tells whether there is another.
  const wanted = limit + 1
  const filters = { city: city || null, category: category || null, verified }
  const from = { today, segment, date, id }
  const [row] = q
    ? await searchEntries(sql, { text: q, ...filters, ...from, wanted, full, cities })
    : await listEntries(sql, { ...filters, ...from, wanted, full, cities })
  const page = row!
  let rows = page.entries
  const isMore = q !== '' && page.total > countLimit
  if (isMore && rows.length < wanted) {
    const [far] = await searchFar(sql, { text: q, ...filters, ...from, wanted, full })
    rows = far!.entries
  }
  return {
    entries: rows.slice(0, limit),
    total: isMore ? countLimit : page.total,
    verified: page.verified ?? null,
    isMore,
    next: rows.length > limit ? rows[limit - 1]!.at : null,
    cityKey: page.cityKey,
    cityName: page.cityName ?? null,
    cities: page.cities.map(([name, entries]) => ({ name, entries })),
  }
}
