import type { SqlRunner } from '#database/sql.ts'

/** Cities of the register whose names are written nearly like another, the likest first. */
export const nearCities = (sql: SqlRunner, { city, limit }: { city: string; limit: number }) => sql<
  { city: string; entries: number }[]
>`
  select max(label) as city, sum(entries)::int as entries from register_totals
  where scope = 'city' and key <> '' and key % fold(${city}::text)
  group by key having sum(entries) > 0
  order by similarity(key, fold(${city}::text)) desc, 2 desc, 1
  limit ${limit}::integer`
