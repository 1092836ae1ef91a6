import { areKnown, found, holding } from '#database/search.ts'
import type { Fragment, SqlRunner } from '#database/sql.ts'
import type { ClockTime, Day } from '#domain/formats.ts'
import { withinDays } from '#features/register/server/filters.ts'
import { type Cursor, type EventFilters, isUncounted, type Sort } from '../rules.ts'

export type ListedEvent = {
  id: string
  title: string
  date: Day | null
  time: ClockTime | null
  venue: string
  city: string
  category: string
  organiser: string
  featured: boolean
  /** By the register, today. */
  accredited: boolean
  /** What its source says; the register may say something else. */
  claimed: boolean
  past: boolean
  description: string
  demo: boolean
  /** Its date, or `infinity`. */
  sortOn: string
}

type ListQuery = {
  filters: Omit<EventFilters, 'q'>
  after: Cursor | null
  /** Divides upcoming from past. */
  asOf: string
  skip: number
  wanted: number
}

/** Of events said to be accredited, those whose entry in the register is: one index look-up for each. */
export const isAccreditedNow = (sql: SqlRunner) => sql`(
  accredited and exists (
    select from register_entries as r
    where fold(r.title) collate "C" = fold(national_events.title) collate "C"
      and r.starts_on is not distinct from national_events.starts_on and register_status(r.status, r.valid_until) = 'active'
  ))`

const listed = (sql: SqlRunner) => sql`
  id, title, starts_on as date, starts_at as time, venue, city, category, organiser, description, featured,
  ${isAccreditedNow(sql)} as accredited, accredited as claimed,
  part = 2 as past, is_demo as demo, sort_on::text as "sortOn"`

/** As its index has it. */
const sortKey = (sql: SqlRunner, sort: Sort) => (sort === 'newest' ? sql`created_at` : sql`fold(title) collate "C"`)

const order = (sql: SqlRunner, sort: Sort) =>
  sort === ''
    ? sql`order by part, case part when 1 then sort_on end, case part when 1 then id end, sort_on desc, id desc`
    : sort === 'newest'
      ? sql`order by ${sortKey(sql, sort)} desc, id desc`
      : sql`order by ${sortKey(sql, sort)}, id`

function filtered(sql: SqlRunner, filters: ListQuery['filters'], asOf: string): Fragment[] {
  const { category, type, city } = filters
  return [
    category ? sql`and category = ${category}::text` : sql``,
    type === 'featured' ? sql`and featured` : type === 'accredited' ? sql`and ${isAccreditedNow(sql)}` : sql``,
    city ? sql`and fold(city) collate "C" = (select fold(${city}::text))` : sql``,
    ...withinDays(sql, filters, asOf),
  ]
}

const firstId = '00000000-0000-0000-0000-000000000000'

/** At most 101 ids in order: upcoming (part 1) and past (part 2), each along an index, or both along another key's. */
function inOrder(
  sql: SqlRunner,
  from: Fragment,
  where: Fragment[],
  { after, asOf, skip, wanted }: Omit<ListQuery, 'filters'>,
  sort: Sort,
) {
  // Written out: a plan should know how far it reads.
  const reach = skip > 76 ? sql`limit 10101` : sql`limit 101`
  if (sort !== '') {
    const key = sortKey(sql, sort)
    const comesAfter = after
      ? sql`and (${key}, id) ${sort === 'newest' ? sql`<` : sql`>`}
          ((select ${key} from national_events where id = ${after.id}::uuid), ${after.id}::uuid)`
      : sql``
    return sql`
      select id, case when sort_on < ${asOf}::date then 2 else 1 end as part from (
        select id, sort_on from ${from} where true ${comesAfter} ${where} ${order(sql, sort)} ${reach}
      ) as next
      limit ${wanted}::int offset ${skip}::int`
  }
  const border = { sortOn: asOf, id: firstId }
  const isUpcoming = after !== null && after.sortOn >= asOf
  const next = isUpcoming ? after : after ? { sortOn: 'infinity', id: firstId.replaceAll('0', 'f') } : border
  const before = after && !isUpcoming ? after : border
  return sql`
    (select id, 1 as part from ${from} where (sort_on, id) > (${next.sortOn}::date, ${next.id}::uuid) ${where}
     order by sort_on, id ${reach})
    union all
    (select id, 2 from ${from} where (sort_on, id) < (${before.sortOn}::date, ${before.id}::uuid) ${where}
     order by sort_on desc, id desc ${reach})
    limit ${wanted}::int offset ${skip}::int`
}

/** Reads along the order, which suits common words. */
export const listEvents = (sql: SqlRunner, { filters, words, ...page }: ListQuery & { words: string[] }) => {
  // (The empty text keeps the planner from the trigram index.)
  const where = [...filtered(sql, filters, page.asOf), ...holding(sql, sql`(search_text || '')`, words)]
  return sql<ListedEvent[]>`
    select ${listed(sql)}
    from (${inOrder(sql, sql`national_events`, where, page, filters.sort)}) as page join national_events using (id)
    ${order(sql, filters.sort)}`
}

/** `total` is exact up to 1,000, and 1001 means more. */
export type FoundRow = { total: number; isKnown: boolean } & (ListedEvent | { [Column in keyof ListedEvent]: null })

/** There is always a row, which says how many match; an index gathers up to 1,001. */
export const findEvents = (sql: SqlRunner, { filters, words, ...page }: ListQuery & { words: string[] }) => sql<
  FoundRow[]
>`
  with found as materialized (
    select id, sort_on, created_at, title from national_events
    where ${found(sql, words)} ${filtered(sql, filters, page.asOf)} limit 1001
  )
  select (select count(*) from found)::int as total, ${areKnown(sql, 'national_event_words', words)} as "isKnown", ${listed(sql)}
  from (select) as always
  left join ((${inOrder(sql, sql`found`, [sql``], page, filters.sort)}) as page join national_events using (id)) on true
  ${order(sql, filters.sort)}`

/** For a list without a counter, a total above 1,000 means more. */
export const countEvents = (sql: SqlRunner, { filters, asOf }: Pick<ListQuery, 'filters' | 'asOf'>) => {
  const { category, type } = filters
  const ofType = type === 'accredited' ? sql`accredited` : type === 'featured' ? sql`featured` : sql`events`
  const ofCategory = category ? sql`filter (where category = ${category}::text)` : sql``
  const total = isUncounted({ ...filters, q: '' })
    ? sql`(select count(*)::int from (
        select from national_events where true ${filtered(sql, filters, asOf)} limit 1001
      ) as those)`
    : sql`coalesce(sum(${ofType}) ${ofCategory}, 0)::int`
  return sql<
    {
      total: number
      totals: {
        total: number
        featured: number
        accredited: number
        /** With how many of the chosen type each has. */
        categories: [name: string, events: number][]
        /** Of the chosen category. */
        types: { all: number; featured: number; accredited: number }
      }
    }[]
  >`
    with counted as (
      select category, sum(events) as events, coalesce(sum(events) filter (where featured), 0) as featured,
        coalesce(max(now.accredited), 0) as accredited
      from national_event_counts left join (
        select category, count(*) as accredited from national_events where ${isAccreditedNow(sql)} group by category
      ) as now using (category)
      where events > 0
      group by category
    )
    select
      ${total} as total,
      json_build_object(
        'total', coalesce(sum(events), 0),
        'featured', coalesce(sum(featured), 0),
        'accredited', coalesce(sum(accredited), 0),
        'categories', coalesce(
          json_agg(json_build_array(category, ${ofType}) order by category) filter (where category <> ''), '[]'),
        'types', json_build_object(
          'all', coalesce(sum(events) ${ofCategory}, 0),
          'featured', coalesce(sum(featured) ${ofCategory}, 0),
          'accredited', coalesce(sum(accredited) ${ofCategory}, 0))) as totals
    from counted`
}

export type CityCount = { city: string; events: number }

/** None when the database has a city of that name. */
export const nearCities = (sql: SqlRunner, { city, limit }: { city: string; limit: number }) => sql<CityCount[]>`
  select city, events::int from national_event_cities
  where events > 0 and key % fold(${city}::text)
    and not exists (select from national_event_cities where events > 0 and key = fold(${city}::text))
  order by similarity(key, fold(${city}::text)) desc, events desc, city limit ${limit}::int`
