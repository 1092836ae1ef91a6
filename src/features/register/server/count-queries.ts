import type { Fragment, SqlRunner } from '#database/sql.ts'
import type { Assurance } from '#domain/assurance.ts'
import { isByDate } from '#domain/date-filters.ts'
import type { RegisterStatus } from '#domain/register-status.ts'
import { type Filters, filtered, isSector, ofCategory } from './filters.ts'

/** What the counters hold of a list. */
export type CountRows = {
  /** With a city: its folded name, as page tags have it. */
  cityKey?: string | null
  /** As its entries write it; null when the register does not know it. */
  cityName?: string | null
  /** Of a list by date alone, which has no counter: counted one by one, up to one more than `countLimit`. */
  counted?: number
  groups?: CountedGroup[] | null
  /** With the category; null when not asked for. */
  categories?: CountedGroup[] | null
}
type CountedGroup = [status: RegisterStatus, assurance: Assurance, entries: number, category?: string]

/** How many entries each value would leave beside the other filters; values that leave none are left out. */
export type Facets = {
  verified: number
  assurances: Partial<Record<Assurance, number>>
  statuses: Partial<Record<RegisterStatus, number>>
  categories: Partial<Record<string, number>>
}

/** Entries counted one by one are counted up to here. */
export const countLimit = 1000

/** One value of JSON: `CountRows`. */
export function countRows(
  sql: SqlRunner,
  { filters, today, withFacets }: { filters: Filters; today: string; withFacets: boolean },
): Fragment {
  const { city, category } = filters
  const named = city
    ? sql`'cityKey', fold(${city}::text),
        'cityName', (select max(label) from register_totals where scope = 'city' and key = fold(${city}::text)),`
    : sql``
  if (isByDate(filters))
    return sql`json_build_object(${named} 'counted', (
      select count(*) from (select from register_entries where true ${filtered(sql, filters, today)} limit 1001) as those))`
  const counters =
    city && category
      ? sql`register_counts where city_key = fold(${city}::text) and ${ofCategory(sql, category)}`
      : city
        ? sql`register_totals where scope = 'city' and key = fold(${city}::text)`
        : isSector(category)
          ? sql`register_totals where scope = 'sector' and key = ${category}::text`
          : category
            ? sql`register_totals where scope = 'category' and key = ${category}::text`
            : sql`register_totals where scope = 'all' and key = ''`
  const [name, byCategory] = city
    ? [sql`category`, sql`register_counts where city_key = fold(${city}::text)`]
    : [sql`key`, sql`register_totals where scope = 'category'`]
  const categories = sql`(
    select coalesce(json_agg(json_build_array(status, assurance, entries, ${name})), '[]') from ${byCategory})`
  return sql`json_build_object(${named}
    'groups', (select json_agg(json_build_array(status, assurance, entries)) from ${counters}),
    'categories', ${withFacets ? categories : sql`null`})`
}

/**
 * @param counts as `countRows` answers them for the same filters. @returns `total`: above `countLimit`, in a list by date, there are more.
 * `facets`: null when not asked for, and for a list by date.
 */
export function readCounts(
  { cityKey = null, cityName = null, counted, groups, categories = null }: CountRows,
  { verified, assurance, status }: Filters,
) {
  if (counted !== undefined) return { total: counted, facets: null, cityKey, cityName }
  const isVerified = ([held]: CountedGroup) => !verified || held === 'active'
  const hasStatus = ([held]: CountedGroup) => !status || held === status
  const hasLevel = ([, level]: CountedGroup) => !assurance || level === assurance
  const isShown = (group: CountedGroup) => isVerified(group) && hasStatus(group) && hasLevel(group)
  const all = groups ?? []
  const facets = categories && {
    verified: sumOf(all.filter((group) => group[0] === 'active' && hasLevel(group))),
    assurances: sumsBy(
      all.filter((group) => isVerified(group) && hasStatus(group)),
      ([, level]) => level,
    ),
    statuses: sumsBy(all.filter(hasLevel), ([held]) => held),
    categories: sumsBy(categories.filter(isShown), ([, , , category]) => category!),
  }
  return { total: sumOf(all.filter(isShown)), facets, cityKey, cityName }
}

function sumOf(groups: CountedGroup[]): number {
  return groups.reduce((sum, [, , entries]) => sum + entries, 0)
}

function sumsBy<Key extends string>(
  groups: CountedGroup[],
  keyOf: (group: CountedGroup) => Key,
): Partial<Record<Key, number>> {
  const sums: Partial<Record<Key, number>> = {}
  for (const group of groups) if (group[2] > 0) sums[keyOf(group)] = (sums[keyOf(group)] ?? 0) + group[2]
  return sums
}
