import type { Fragment, SqlRunner } from '#database/sql.ts'
import type { Sector } from '#domain/categories.ts'
import type { Day } from '#domain/formats.ts'
import type { Sort } from '../rules.ts'
import { nextReviewOf } from './assurance-queries.ts'
import { type CountRows, countRows } from './count-queries.ts'
import { type Cursor, type Filters, filtered, firstId, noFilters } from './filters.ts'
import type { EntryRow } from './queries.ts'

type BaseRow = Pick<
  EntryRow,
  'id' | 'slug' | 'title' | 'description' | 'date' | 'venue' | 'city' | 'sector' | 'featured'
> &
  Pick<EntryRow, 'imageUrl' | 'isDemo' | 'status' | 'assurance' | 'assuredOn' | 'nextReviewOn'> & {
    /** Clients of a private service pick their own dates. */
    isPrivate: boolean
    /** Or `infinity`. */
    sortOn: string
  }
export type CardRow = BaseRow & Pick<EntryRow, 'category' | 'websiteUrl' | 'partners'>
export type EventRow = BaseRow &
  Pick<EntryRow, 'organiser' | 'time' | 'price' | 'attendees' | 'capacity' | 'isPro' | 'ticketUrl' | 'landingPageUrl'>
export type ListedRow = CardRow & EventRow
/** With its segment of the order (filters.ts). */
export type PlacedRow<Row> = Row & { segment: number }

// The driver takes a third of a microsecond to read a value: a list of 25 rows asks for no column that it does not show.
const base = (sql: SqlRunner) => sql`
  id, slug, title, description, starts_on as date, venue, city, sector, featured, image_url as "imageUrl", is_demo as "isDemo",
  event_type = 'private' as "isPrivate", register_status(status, valid_until) as status, assurance,
  assured_on as "assuredOn", ${nextReviewOf(sql)} as "nextReviewOn", sort_on as "sortOn"`
const ofEvents = (sql: SqlRunner) => sql`
  ${base(sql)}, organiser, starts_at as time, price, attendees, capacity, is_pro as "isPro", ticket_url as "ticketUrl",
  landing_page_url as "landingPageUrl"`
export const listed = (sql: SqlRunner) => sql`${ofEvents(sql)}, category, website_url as "websiteUrl", partners`

/** `wanted` is at most 101; `withFacets` counts what other filter values would leave. */
export type PageStart = {
  filters: Filters
  sort: Sort
  after: Cursor | null
  skip: number
  today: string
  wanted: number
  withFacets: boolean
}
export type CountedRow<Row> = { counts: CountRows | null } & (
  | PlacedRow<Row>
  | { [Column in keyof Row | 'segment']: null }
)

/** There is always a row: the first holds the list's numbers. */
export const listCards = (sql: SqlRunner, start: PageStart) =>
  sql<CountedRow<CardRow>[]>`${pageOf(sql, sql`${base(sql)}, category, website_url as "websiteUrl", partners`, start)}`

export const listEvents = (sql: SqlRunner, start: PageStart) =>
  sql<CountedRow<EventRow>[]>`${pageOf(sql, ofEvents(sql), start)}`

/** One statement for both, for each costs a way to the database. Columns are read for the page alone. */
function pageOf(
  sql: SqlRunner,
  columns: Fragment,
  { filters, sort, wanted, withFacets, ...from }: PageStart,
): Fragment {
  const reading = { columns: sql`id, sort_on`, where: filtered(sql, filters, from.today), ...from }
  return sql`
    with page as materialized (
      select id, segment, row_number() over (order by ${sortOrder(sql, sort)}) as place from (
        ${isPlain(sort) ? inPlainOrder(sql, sort, reading) : inOrder(sql, reading)}
        limit ${wanted}::int offset ${from.skip}::int
      ) as found
    )
    select ${columns}, segment, case when coalesce(place, 1) = 1 then ${countRows(sql, { filters, today: from.today, withFacets })} end as counts
    from (select) as always left join (page join register_entries using (id)) on true
    order by place`
}

export const countUpcoming = (sql: SqlRunner, { today }: { today: Day }) => sql<{ sector: Sector; entries: number }[]>`
  select sector, sum(entries)::int as entries from register_days
  where status = 'active' and sort_on >= ${today}::date
  group by sector`

/** After the last entry of the page before (with today: the zero id), undated last. */
export const listUpcoming = (
  sql: SqlRunner,
  { sector, date, id }: { sector: Sector | ''; date: string; id: string },
) => sql<EventRow[]>`
  select ${ofEvents(sql)} from register_entries
  where (sort_on, id) > (${date}::date, ${id}::uuid) ${filtered(sql, { ...noFilters, category: sector, verified: true }, '')}
  order by sort_on, id
  limit 25`

export const nearCities = (sql: SqlRunner, { city, limit }: { city: string; limit: number }) => sql<
  { city: string; entries: number }[]
>`
  select max(label) as city, sum(entries)::int as entries from register_totals
  where scope = 'city' and key <> '' and key % fold(${city}::text)
  group by key having sum(entries) > 0
  order by similarity(key, fold(${city}::text)) desc, 2 desc, 1
  limit ${limit}::integer`

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Later pages are found by their cursor. */
export const maxSkipped = 10_000

type OrderedQuery = {
  columns: Fragment
  /** Each with its `and`. */
  where: Fragment[]
  /** No index finds these: rows are read in order until enough fit. (An offset stops the planner from sorting first.) */
  checked?: Fragment[]
  after: Cursor | null
  skip: number
  today: string
}

/** Written out: a plan should know how far it reads. */
const reach = (sql: SqlRunner, skip: number) => (skip > 76 ? sql`limit 10101` : sql`limit 101`)

/** Each segment is a range of an index, read as far as the limit needs: an Append runs its branches one after another. */
export function inOrder(sql: SqlRunner, { columns, where, checked, after, skip, today }: OrderedQuery): Fragment {
  const branches = [0, 1, 2, 3].map((segment) => {
    const { date, id } = startOf(segment)
    const rows = sql`
      select ${columns}, ${segment}::int as segment from register_entries
      where ${segment % 2 === 0 ? sql`featured` : sql`not featured`} and (sort_on, id) > (${date}::date, ${id}::uuid)
        ${segment < 2 ? sql`` : sql`and sort_on < ${today}::date`} ${where}
      order by sort_on, id`
    const read = checked ? sql`select id, segment from (${rows} offset 0) as next where true ${checked}` : rows
    return sql`${segment > 0 ? sql`union all` : sql``} (${read} ${reach(sql, skip)})`
  })
  return sql`${branches}`

  function startOf(segment: number): { date: string; id: string } {
    if (after && segment < after.segment) return { date: 'infinity', id: lastId }
    const first = { date: segment < 2 ? today : '-infinity', id: firstId }
    // A cursor of yesterday may name a day that is past: upcoming entries then start with today.
    return segment === after?.segment && !(segment < 2 && after.date < today) ? after : first
  }
}

type PlainSort = Extract<Sort, 'newest' | 'name'>
export const isPlain = (sort: Sort): sort is PlainSort => sort === 'newest' || sort === 'name'

/** As its index has it (register_entries_newest, register_entries_name). */
const plainKey = (sql: SqlRunner, sort: PlainSort) =>
  sort === 'newest' ? sql`published_at` : sql`fold(title) collate "C"`

export const sortKey = (sql: SqlRunner, sort: Sort) =>
  isPlain(sort) ? sql`, ${plainKey(sql, sort)} as sort_key` : sql``

export const sortOrder = (sql: SqlRunner, sort: Sort) =>
  sort === 'newest' ? sql`sort_key desc, id desc` : sort === 'name' ? sql`sort_key, id` : sql`segment, sort_on, id`

/** With its `and`. */
export function comesAfter(sql: SqlRunner, sort: PlainSort, after: Cursor | null, key = plainKey(sql, sort)): Fragment {
  if (!after) return sql``
  const { id } = after
  const last = plainKey(sql, sort)
  return sql`and (${key}, id) ${sort === 'newest' ? sql`<` : sql`>`} ((select ${last} from register_entries where id = ${id}::uuid), ${id}::uuid)`
}

export const segmentOf = (sql: SqlRunner, today: string) =>
  sql`case when sort_on < ${today}::date then 2 else 0 end + case when featured then 0 else 1 end`

export function inPlainOrder(sql: SqlRunner, sort: PlainSort, options: OrderedQuery): Fragment {
  const { columns, where, checked, after, skip, today } = options
  const rows = sql`
    select ${columns}, ${segmentOf(sql, today)} as segment ${sortKey(sql, sort)} from register_entries
    where true ${comesAfter(sql, sort, after)} ${where}
    order by ${sortOrder(sql, sort)}`
  const read = checked
    ? sql`select ${columns}, segment, sort_key from (${rows} offset 0) as next where true ${checked}`
    : rows
  return sql`select ${columns}, segment, sort_key from (${read} ${reach(sql, skip)}) as next`
}
