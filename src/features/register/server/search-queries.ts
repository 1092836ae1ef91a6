import { areKnown, found, holding, wordsOf } from '#database/search.ts'
import type { Fragment, SqlRunner } from '#database/sql.ts'
import { filtered, firstId } from './filters.ts'
import {
  comesAfter,
  inOrder,
  inPlainOrder,
  isPlain,
  type ListedRow,
  listed,
  type PageStart,
  type PlacedRow,
  segmentOf,
  sortKey,
  sortOrder,
} from './list-queries.ts'

/** `words`: one to six. Without `sort`, entries whose title or number holds all words come first. */
export type SearchStart = Omit<PageStart, 'withFacets'> & { words: string[] }

/** `total`: exact up to 1,000; 1001 means more, and then there are no rows. */
export type MatchRow = { total: number; isKnown: boolean } & (
  | PlacedRow<ListedRow>
  | { [Column in keyof PlacedRow<ListedRow>]: null }
)

/** Whether one in 25 upcoming entries holds all words, at twenty times of the year, since events of a day are alike. */
export const probe = (sql: SqlRunner, { words, text, today }: { words: string[]; text: Fragment; today: string }) =>
  sql`
    select count(*) >= 40 as is_common
    from generate_series(0, 19) as season, lateral (
      select search_text from register_entries
      where not featured and sort_on >= ${today}::date + season * 17
        and (select sum(entries) > 50000 from register_totals where scope = 'all')
      order by sort_on, id limit 50
    ) as next
    where true ${holding(sql, text, words)}`

/** What is rare is gathered and sorted, up to 20,000; what is common is read along `order`, which has its limit. */
export const foundInOrder = (
  sql: SqlRunner,
  { q, today, where, order }: { q: string; today: string; where: Fragment[]; order: Fragment },
) => {
  const words = wordsOf(q)
  if (words.length === 0) return sql`select id from register_entries where true ${where} ${order}`
  const text = sql`search_text`
  // (The empty text keeps the planner from the trigram index.)
  return sql`
    with probe as materialized (${probe(sql, { words, text, today })}), few as materialized (
      select id from register_entries where not (select is_common from probe) and ${found(sql, words)} limit 20001
    ), reach as materialized (
      select (select is_common from probe) or (select count(*) > 20000 from few) as is_common
    )
    (select id from few join register_entries using (id)
     where not (select is_common from reach) ${where} ${order})
    union all
    (select id from register_entries
     where (select is_common from reach) ${holding(sql, sql`(search_text || '')`, words)} ${where} ${order})`
}

/**
 * There is always a row, which says how many there are. An index finds what is rare at once, but gathers all of what
 * is common before its first row: in a large register, when the probe finds words common, matches are counted along
 * the order's index for at most 20,000 entries, and beyond 1,000 nothing else is asked. A wrong guess costs time
 * alone.
 */
export const findMatches = (
  sql: SqlRunner,
  { words, filters, sort, after, skip, today, wanted, part }: SearchStart & { part: 'any' | 'title' | 'number' },
) => {
  const text = part === 'any' ? sql`search_text` : sql`title_part(search_text)`
  const matching = part === 'number' ? sql`number = ${words[0]!}::text` : found(sql, words, text)
  const where = filtered(sql, filters, today)
  const isFitting = sort === '' ? sql`true ${holding(sql, sql`title_part(search_text)`, words)}` : sql`true`
  const isNext = isPlain(sort)
    ? comesAfter(sql, sort, after, sql`sort_key`)
    : sql`and (segment, sort_on, id) > (${after?.segment ?? -1}::int, ${after?.date ?? today}::date, ${after?.id ?? firstId}::uuid)`
  return sql<MatchRow[]>`
    with probe as materialized (${probe(sql, { words, text, today })}), met as materialized (
      select count(*) as entries from (
        select from (
          select search_text from register_entries where true ${where} order by featured, sort_on, id limit 20000
        ) as next
        where (select is_common from probe) ${holding(sql, text, words)}
        limit 1001
      ) as hits
    ), found as materialized (
      select id, sort_on, ${segmentOf(sql, today)} + case when ${isFitting} then 0 else 4 end as segment
        ${sortKey(sql, sort)}
      from register_entries
      where (select entries from met) <= 1000 and ${matching} ${where}
      limit 1001
    ), counted as materialized (
      select greatest((select entries from met), (select count(*) from found))::int as total
    ), page as materialized (
      select id, segment, row_number() over (order by ${sortOrder(sql, sort)}) - ${skip}::int as place from found
      where (select total from counted) <= 1000 ${isNext}
      order by ${sortOrder(sql, sort)} limit ${wanted}::int offset ${skip}::int
    )
    select total,
      ${areKnown(sql, 'register_words', words)} as "isKnown",
      ${listed(sql)}, segment
    from counted left join (page join register_entries using (id)) on true
    order by place`
}

/** When more is found than can be gathered: read along the order's index. `areTitlesLeft`: titles are left out. */
export const walkMatches = (
  sql: SqlRunner,
  { words, filters, sort, after, skip, today, wanted, areTitlesLeft }: SearchStart & { areTitlesLeft: boolean },
) => {
  const checked = [
    ...holding(sql, sql`search_text`, words),
    areTitlesLeft ? sql`and not (true ${holding(sql, sql`title_part(search_text)`, words)})` : sql``,
  ]
  const reading = { where: filtered(sql, filters, today), checked, after, skip, today, columns: sql`id, search_text` }
  return sql<PlacedRow<ListedRow>[]>`
    with page as materialized (
      ${isPlain(sort) ? inPlainOrder(sql, sort, reading) : inOrder(sql, reading)}
      limit ${wanted}::int offset ${skip}::int
    )
    select ${listed(sql)}, segment ${sort === '' ? sql`+ 4` : sql``} as segment
    from page join register_entries using (id)
    order by ${sortOrder(sql, sort)}`
}
