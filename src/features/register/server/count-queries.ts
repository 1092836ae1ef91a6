import type { Fragment, SqlRunner } from '#database/sql.ts'
import type { Assurance } from '#domain/assurance.ts'
import { isByDate } from '#domain/date-filters.ts'
import type { RegisterStatus } from '#domain/register-status.ts'
import { type Filters, filtered, isSector, ofCategory } from './filtered.ts'

export type ListCounts = {
  /** Above `countLimit`, in a list by date, there are more. */
  total: number
  /** The folded name, as page tags have it. */
  cityKey: string | null
  /** As its entries write it; null when the register does not know it. */
  cityName: string | null
  /** Null when not asked for, and for a list by date, which has no counter. */
  facets: Facets | null
}

/** How many entries each value would leave beside the other filters; values that leave none are left out. */
export type Facets = {
  verified: number
  assurances: Partial<Record<Assurance, number>>
  statuses: Partial<Record<RegisterStatus, number>>
  categories: Record<string, number>
}

/** Entries counted one by one are counted up to here. */
export const countLimit = 1000

/** From the counters; for a list by date, counted one by one. */
export function numbers(
  sql: SqlRunner,
  { filters, today, withFacets }: { filters: Filters; today: string; withFacets: boolean },
): Fragment {
  const { city, category, verified, assurance, status } = filters
  const ofVerified = verified ? sql`and status = 'active'` : sql``
  const ofStatus = status ? sql`and status = ${status}::text` : sql``
  const ofLevel = assurance ? sql`and assurance = ${assurance}::text` : sql``
  const shown = sql`filter (where true ${ofVerified} ${ofStatus} ${ofLevel})`
  const counted = isByDate(filters)
    ? sql`(select) as one`
    : city && category
      ? sql`register_counts where city_key = fold(${city}::text) and ${ofCategory(sql, category)}`
      : city
        ? sql`register_totals where scope = 'city' and key = fold(${city}::text)`
        : isSector(category)
          ? sql`register_totals where scope = 'sector' and key = ${category}::text`
          : category
            ? sql`register_totals where scope = 'category' and key = ${category}::text`
            : sql`register_totals where scope = 'all' and key = ''`
  const byCategory = city
    ? sql`select category as key, status, assurance, entries from register_counts where city_key = fold(${city}::text)`
    : sql`select key, status, assurance, entries from register_totals where scope = 'category'`
  const named = sql`(select max(label) from register_totals where scope = 'city' and key = fold(${city}::text))`
  const facets = sql`json_build_object(
    'verified', coalesce(sum(entries) filter (where status = 'active' ${ofLevel}), 0),
    'assurances', (
      select coalesce(json_object_agg(assurance, entries), '{}') from (
        select assurance, sum(entries) filter (where true ${ofVerified} ${ofStatus}) as entries from ${counted} group by assurance
      ) as those where entries > 0),
    'statuses', (
      select coalesce(json_object_agg(status, entries), '{}') from (
        select status, sum(entries) filter (where true ${ofLevel}) as entries from ${counted} group by status
      ) as those where entries > 0),
    'categories', (
      select coalesce(json_object_agg(key, entries), '{}') from (
        select key, sum(entries) ${shown} as entries from (${byCategory}) as categories group by key
      ) as those where entries > 0))`
  const total = isByDate(filters)
    ? sql`(select count(*) from (
        select from register_entries where true ${filtered(sql, filters, today)} limit 1001
      ) as those)`
    : sql`coalesce(sum(entries) ${shown}, 0)`
  return sql`
    select json_build_object(
      'total', ${total},
      'facets', ${withFacets && !isByDate(filters) ? facets : sql`null::json`},
      'cityKey', ${city ? sql`fold(${city}::text)` : sql`null`},
      'cityName', ${city ? named : sql`null`}) as counts
    from ${counted}`
}
