import { found, holding, wordsOf } from '#database/search.ts'
import { type SqlRunner, unprepared } from '#database/sql.ts'
import { filtered, ofCategory } from '#features/register/server/filtered.ts'
import type { RegisterFilters } from '#features/register/server/filters.ts'
import { probe } from '#features/register/server/search-queries.ts'

/** Entries of a city, '' for those that name none. */
export type CityCount = { city: string; city_key: string; entries: number }

/** How many entries each city has, from the counters that are kept of it: for a list that is neither searched nor narrowed by date. */
export const countCities = (
  sql: SqlRunner,
  { category, verified, assurance, status }: Omit<RegisterFilters, 'q' | 'city'>,
) =>
  sql<CityCount[]>`
  select city_key, max(city) as city, sum(entries)::int as entries from register_counts
  where true ${category ? sql`and ${ofCategory(sql, category)}` : sql``} ${verified ? sql`and status = 'active'` : sql``}
    ${assurance ? sql`and assurance = ${assurance}::text` : sql``} ${status ? sql`and status = ${status}::text` : sql``}
  group by city_key having sum(entries) > 0
  order by 3 desc, 1`

/** What a search finds, or a list by date has, is counted entry by entry, up to so many. */
export const maxCounted = 5000

/**
 * The same of what a search finds, or of a list by date; together one more than `maxCounted` where there are more. What is common is met
 * along the order's index, which holds the search text too, as the list does it (search-queries.ts).
 */
export const countFoundCities = (sql: SqlRunner, { q, today, ...filters }: RegisterFilters & { today: string }) => {
  const words = wordsOf(q)
  const where = filtered(sql, filters, today)
  const matching = sql`select city_key from register_entries where ${q ? found(sql, words) : sql`true`} ${where}`
  const text = sql`search_text`
  const those = q
    ? sql`
      probe as materialized (${probe(sql, { words, text, today })}),
      met as materialized (
        select id from (
          select id, search_text from register_entries where true ${where} order by featured, sort_on, id limit 125000
        ) as next
        where (select is_common from probe) ${holding(sql, text, words)} limit 5001
      ),
      those as (
        select city_key from met join register_entries using (id) where (select count(*) from met) > 5000
        union all
        (${matching} and (select count(*) from met) <= 5000 limit 5001)
      )`
    : sql`those as (${matching} limit 5001)`
  // Asked for too seldom for a plan that is kept.
  return unprepared(sql<CityCount[]>`
    with ${those}
    select city_key, coalesce((select max(label) from register_totals where scope = 'city' and key = city_key), '') as city, entries
    from (select city_key, count(*)::int as entries from those group by city_key) as counted
    order by 3 desc, 1`)
}

/** Where the entries of cities lie that say so, on an average. (Addresses that were looked up bring their place with them.) */
export const placesOfCities = (sql: SqlRunner, { keys }: { keys: string[] }) => sql<
  { city_key: string; latitude: number; longitude: number }[]
>`
  select city_key, avg(latitude) as latitude, avg(longitude) as longitude from register_entries
  where city_key = any(${keys}::text[]) and latitude is not null and longitude is not null
  group by city_key`
