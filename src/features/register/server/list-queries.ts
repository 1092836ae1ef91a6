import type { Fragment, SqlRunner } from '../../../database/sql.ts'
import type { Assurance } from '../../../domain/assurance.ts'
import { type Sector, sectors } from '../../../domain/categories.ts'
import type { RegisterStatus } from '../../../domain/register-status.ts'
import { type Cursor, firstId, type RegisterFilters } from './filters.ts'

/** What every list shows of an entry. */
type BaseRow = {
  id: string
  slug: string
  title: string
  description: string
  /** YYYY-MM-DD, or null. */
  date: string | null
  venue: string
  city: string
  sector: Sector
  featured: boolean
  imageUrl: string | null
  isDemo: boolean
  /** A service whose clients pick their own dates. */
  isPrivate: boolean
  status: RegisterStatus
  assurance: Assurance
  /** YYYY-MM-DD, or null. */
  assuredOn: string | null
  nextReviewOn: string | null
  /** The date of the order: YYYY-MM-DD, or infinity. */
  sortOn: string
}
/** What the cards of the register and the API's listings are made of. */
export type CardRow = BaseRow & { category: string; websiteUrl: string | null; partners: string[] }
/** What upcoming events and the API's events are made of. */
export type EventRow = BaseRow & {
  organiser: string
  /** HH:MM, or null. */
  time: string | null
  price: string
  attendees: number
  capacity: number | null
  isPro: boolean
  ticketUrl: string | null
  landingPageUrl: string | null
}
/** What serves both, and feeds. */
export type ListedRow = CardRow & EventRow
/** A row with its segment of the order (filters.ts). */
export type Placed<Row> = Row & { segment: number }

// The driver takes a third of a microsecond to read a value: a list of 25 rows asks for no column that it does not show.
const base = (sql: SqlRunner) => sql`
  id, slug, title, description, starts_on as date, venue, city, sector, featured, image_url as "imageUrl", is_demo as "isDemo",
  event_type = 'private' as "isPrivate", register_status(status, valid_until) as status, assurance,
  assured_on as "assuredOn", next_review_on as "nextReviewOn", sort_on as "sortOn"`
const ofCards = (sql: SqlRunner) => sql`${base(sql)}, category, website_url as "websiteUrl", partners`
const ofEvents = (sql: SqlRunner) => sql`
  ${base(sql)}, organiser, starts_at as time, price, attendees, capacity, is_pro as "isPro", ticket_url as "ticketUrl",
  landing_page_url as "landingPageUrl"`
export const listed = (sql: SqlRunner) => sql`${ofEvents(sql)}, category, website_url as "websiteUrl", partners`

type Filters = Omit<RegisterFilters, 'q'>

/**
 * The conditions of a list, each of them only where it is asked for, so that each combination is a statement with a plan of its own.
 * (A folded name is a subquery, which is evaluated once and not for each row.)
 */
export function filtered(sql: SqlRunner, { city, category, verified, assurance }: Filters): Fragment[] {
  return [
    city ? sql`and city_key = (select fold(${city}::text))` : sql``,
    category ? sql`and ${ofCategory(sql, category)}` : sql``,
    verified ? sql`and status = 'active' and (valid_until is null or valid_until > now())` : sql``,
    assurance ? sql`and assurance = ${assurance}::text` : sql``,
  ]
}

export function ofCategory(sql: SqlRunner, category: string): Fragment {
  return isSector(category) ? sql`sector = ${category}::text` : sql`category = ${category}::text`
}

function isSector(category: string): category is Sector {
  return (sectors as readonly string[]).includes(category)
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * Up to 101 entries in the order of the register, from a place on: upcoming featured ones, other upcoming ones, past featured ones, other
 * past ones (segments 0 to 3); within each by date, undated last. Each segment is a range of an index, read only as far as
 * the limit around it needs, for an Append runs its branches one after another. A segment that is passed starts at its end.
 *
 * @param options.after segment, date and id of the last entry of the page before.
 * @param options.where conditions, each with its `and`.
 * @param options.checked conditions that no index finds: rows are read in order until enough hold them, and come as id and segment. (An
 *   offset keeps the planner from asking them earlier: taking them for rare, it would gather and sort what should be read in order.)
 */
export function inOrder(
  sql: SqlRunner,
  options: { columns: Fragment; where: Fragment[]; checked?: Fragment[]; after: Cursor | null; today: string },
): Fragment {
  const { columns, where, checked, after, today } = options
  const branches = [0, 1, 2, 3].map((segment) => {
    const { date, id } = startOf(segment)
    const rows = sql`
      select ${columns}, ${segment}::int as segment from register_entries
      where ${segment % 2 === 0 ? sql`featured` : sql`not featured`} and (sort_on, id) > (${date}::date, ${id}::uuid)
        ${segment < 2 ? sql`` : sql`and sort_on < ${today}::date`} ${where}
      order by sort_on, id`
    const read = checked ? sql`select id, segment from (${rows} offset 0) as next where true ${checked}` : rows
    return sql`${segment > 0 ? sql`union all` : sql``} (${read} limit 101)`
  })
  return sql`${branches}`

  function startOf(segment: number): { date: string; id: string } {
    if (after && segment < after.segment) return { date: 'infinity', id: lastId }
    const first = { date: segment < 2 ? today : '-infinity', id: firstId }
    // A cursor made yesterday may name a day that is past by now: then what is upcoming starts with today.
    return segment === after?.segment && !(segment < 2 && after.date < today) ? after : first
  }
}

/** The numbers of a list. */
export type ListCounts = {
  total: number
  /** How many are accredited, whether or not only those are listed. */
  verified: number
  /** The city's folded name, as page tags name it. */
  cityKey: string | null
  /** The city as its entries write it; null for one that the register does not know. */
  cityName: string | null
  /** Name and number of entries, the largest first; those of the category, but beside one city those of the whole register. */
  cities: [name: string, entries: number][]
  /** How many of each assurance, whether or not only one of them is listed. */
  assurances: Record<Assurance, number>
}

/** Where a page begins. `today` is the day in London; at most 101 rows are wanted, and so many of the largest cities. */
export type PageStart = { filters: Filters; after: Cursor | null; today: string; wanted: number; cities: number }
export type Counted<Row> = { counts: ListCounts | null } & (Placed<Row> | { [Column in keyof Row | 'segment']: null })

/** A page of the register in its order, as cards. There is always a row: the first holds the list's numbers. */
export const listCards = (sql: SqlRunner, start: PageStart) =>
  sql<Counted<CardRow>[]>`${pageOf(sql, ofCards(sql), start)}`

/** The same, as events. */
export const listEvents = (sql: SqlRunner, start: PageStart) =>
  sql<Counted<EventRow>[]>`${pageOf(sql, ofEvents(sql), start)}`

/** One statement for both, for each costs a way to the database. Columns are read for the page alone. */
function pageOf(sql: SqlRunner, columns: Fragment, { filters, wanted, cities, ...from }: PageStart): Fragment {
  const where = filtered(sql, filters)
  return sql`
    with page as materialized (
      select id, segment, row_number() over (order by segment, sort_on, id) as place from (
        ${inOrder(sql, { columns: sql`id, sort_on`, where, ...from })} limit ${wanted}::int
      ) as found
    )
    select ${columns}, segment, case when coalesce(place, 1) = 1 then (${numbers(sql, filters, cities)}) end as counts
    from (select) as always left join (page join register_entries using (id)) on true
    order by place`
}

/** The numbers of a list, as JSON, from the counters that are kept of it. `cities`: how many of the largest. */
export const countEntries = (sql: SqlRunner, { cities, ...filters }: Filters & { cities: number }) =>
  sql<{ counts: ListCounts }[]>`${numbers(sql, filters, cities)}`

function numbers(sql: SqlRunner, { city, category, verified, assurance }: Filters, cities: number): Fragment {
  const ofStatus = verified ? sql`and status = 'active'` : sql``
  const ofLevel = assurance ? sql`and assurance = ${assurance}::text` : sql``
  const shown = sql`filter (where true ${ofStatus} ${ofLevel})`
  const counted =
    city && category
      ? sql`register_counts where city_key = fold(${city}::text) and ${ofCategory(sql, category)}`
      : city
        ? sql`register_totals where scope = 'city' and key = fold(${city}::text)`
        : isSector(category)
          ? sql`register_totals where scope = 'sector' and key = ${category}::text`
          : category
            ? sql`register_totals where scope = 'category' and key = ${category}::text`
            : sql`register_totals where scope = 'all' and key = ''`
  const byCity =
    category && !city
      ? sql`select city_key as key, city as label, status, assurance, entries from register_counts where ${ofCategory(sql, category)}`
      : sql`select key, label, status, assurance, entries from register_totals where scope = 'city'`
  const largest = sql`(
    select coalesce(json_agg(json_build_array(label, entries) order by entries desc, key), '[]') from (
      select key, max(label) as label, sum(entries) ${shown} as entries from (${byCity}) as cities
      where key <> '' group by key having sum(entries) ${shown} > 0 order by 3 desc, 1 limit ${cities}::int
    ) as largest)`
  const named = sql`(select max(label) from register_totals where scope = 'city' and key = fold(${city}::text))`
  return sql`
    select json_build_object(
      'total', coalesce(sum(entries) ${shown}, 0),
      'verified', coalesce(sum(entries) filter (where status = 'active' ${ofLevel}), 0),
      'assurances', json_build_object(
        'declared', coalesce(sum(entries) filter (where assurance = 'declared' ${ofStatus}), 0),
        'evidence', coalesce(sum(entries) filter (where assurance = 'evidence' ${ofStatus}), 0),
        'assessed', coalesce(sum(entries) filter (where assurance = 'assessed' ${ofStatus}), 0)),
      'cityKey', ${city ? sql`fold(${city}::text)` : sql`null`},
      'cityName', ${city ? named : sql`null`},
      'cities', ${cities > 0 ? largest : sql`'[]'::json`}) as counts
    from ${counted}`
}

/**
 * How many accredited entries each sector has from a day on.
 * @param input.today today in London
 */
export const countUpcoming = (sql: SqlRunner, { today }: { today: string }) => sql<
  { sector: Sector; entries: number }[]
>`
  select sector, sum(entries)::int as entries from register_days
  where status = 'active' and sort_on >= ${today}::date
  group by sector`

/**
 * A page of the accredited entries from a place on, by date, undated last.
 * @param input.sector sector, or empty for all
 * @param input.id id of the last entry of the page before (with today: the zero id)
 */
export const listUpcoming = (
  sql: SqlRunner,
  { sector, date, id }: { sector: Sector | ''; date: string; id: string },
) => sql<EventRow[]>`
  select ${ofEvents(sql)} from register_entries
  where (sort_on, id) > (${date}::date, ${id}::uuid) ${filtered(sql, { city: '', category: sector, verified: true, assurance: '' })}
  order by sort_on, id
  limit 25`
