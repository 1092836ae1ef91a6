import type { SqlRunner } from '#database/sql.ts'

type CityRow = {
  /** The folded name, as page tags name it. */
  key: string
  name: string
  entries: number
  accredited: number
}

/** A city with an entry, by the name in its address. Of two that differ by hyphens alone, the one with more entries. */
export const findCity = (sql: SqlRunner, { slug }: { slug: string }) => sql<CityRow[]>`
  select key, max(label) as name, sum(entries)::int as entries,
    coalesce(sum(entries) filter (where status = 'active'), 0)::int as accredited
  from register_totals
  where scope = 'city' and key <> '' and replace(key, ' ', '-') = (select replace(fold(${slug}::text), ' ', '-'))
  group by key having sum(entries) > 0
  order by 3 desc, 1
  limit 1`

/** Cities with accredited events, those with the most first. */
export const listCities = (sql: SqlRunner, { limit }: { limit: number }) => sql<{ key: string; name: string }[]>`
  select key, max(label) as name from register_totals
  where scope = 'city' and key <> '' and status = 'active'
  group by key having sum(entries) > 0
  order by sum(entries) desc, key
  limit ${limit}::int`
