import type { Fragment, SqlRunner } from '#database/sql.ts'
import type { Sector } from '#domain/categories.ts'
import type { Day } from '#domain/formats.ts'
import type { Sort } from '#features/register/rules.ts'
import { nextReviewOf } from './assurance-queries.ts'
import { type CountRows, countRows } from './count-queries.ts'
import { type Filters, filtered } from './filtered.ts'
import { type Cursor, noFilters } from './filters.ts'
import { inOrder, inPlainOrder, isPlain, sortOrder } from './order-queries.ts'
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
  Pick<EntryRow, 'organiser' | 'organiserId' | 'time' | 'price' | 'attendees' | 'capacity'> &
  Pick<EntryRow, 'isPro' | 'ticketUrl' | 'landingPageUrl'>
export type ListedRow = CardRow & EventRow
/** With its segment of the order (filters.ts). */
export type PlacedRow<Row> = Row & { segment: number }

// The driver takes a third of a microsecond to read a value: a list of 25 rows asks for no column that it does not show.
const base = (sql: SqlRunner) => sql`
  id, slug, title, description, starts_on as date, venue, city, sector, featured, image_url as "imageUrl", is_demo as "isDemo",
  event_type = 'private' as "isPrivate", register_status(status, valid_until) as status, assurance,
  assured_on as "assuredOn", ${nextReviewOf(sql)} as "nextReviewOn", sort_on as "sortOn"`
const ofCards = (sql: SqlRunner) => sql`${base(sql)}, category, website_url as "websiteUrl", partners`
const ofEvents = (sql: SqlRunner) => sql`
  ${base(sql)}, organiser, organiser_id as "organiserId", starts_at as time, price, attendees, capacity, is_pro as "isPro", ticket_url as "ticketUrl",
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
  sql<CountedRow<CardRow>[]>`${pageOf(sql, ofCards(sql), start)}`

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
