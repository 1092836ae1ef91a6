import type { SqlRunner } from '../../../../database/sql.ts'
import type { Sector } from '../../../../domain/categories.ts'
import type { RegisterStatus } from '../../../../domain/register-status.ts'

/** An entry as feeds and calendars have it. */
export type SharedRow = {
  id: string
  slug: string
  number: string
  title: string
  organiser: string
  description: string
  /** A service whose clients pick their own dates. */
  is_private: boolean
  category: string
  /** YYYY-MM-DD, or null. */
  date: string | null
  /** HH:MM, or null. */
  time: string | null
  venue: string
  address: string
  city: string
  postcode: string
  status: RegisterStatus
  /** ISO times in UTC. */
  published_at: string
  updated_at: string
  is_demo: boolean
  /** Rises with every change; 0 for an entry that never changed. */
  sequence: number
}

/**
 * Entries with a date from a day on, soonest first, for calendars. `sequence` counts an entry's changes by the seconds between its
 *   publication and its last change: it rises with every change and needs no counter of its own.
 * @param input.text search text or null
 * @param input.city city or null
 * @param input.category category or sector or null
 * @param input.wanted rows wanted
 */
export const listDated = (
  sql: SqlRunner,
  input: {
    text: string | null
    city: string | null
    category: string | null
    verified: boolean
    day: string
    wanted: number
  },
) => sql<SharedRow[]>`
  select id, slug, number, title, organiser, description, event_type = 'private' as is_private, category, starts_on as date,
    starts_at as time, venue, address, city, postcode, standing(status, valid_until) as status, published_at, updated_at,
      is_demo,
    greatest(0, least(extract(epoch from updated_at - published_at), 2147483647))::int as sequence
  from register_entries
  where sort_on >= ${input.day}::date and starts_on is not null
    and (${input.text}::text is null
      or length(fold(${input.text}::text)) > 2 and joined(search_text) like joined(containing(${input.text}::text))
      or length(fold(${input.text}::text)) <= 2 and short_parts(search_text) @> array[fold(${input.text}::text)])
    and (${input.city}::text is null or city_key = fold(${input.city}::text))
    and (${input.category}::text is null or category = ${input.category}::text or sector = ${input.category}::text)
    and (not ${input.verified}::boolean or status = 'active' and (valid_until is null or valid_until > now()))
  order by sort_on, id
  limit ${input.wanted}::int`

/**
 * What was published last, for feeds; `sequence` as in `listDated`.
 * @param input.text search text or null
 * @param input.city city or null
 * @param input.category category or sector or null
 * @param input.firstDay first day of the events or null
 * @param input.wanted rows wanted
 */
export const listNewest = (
  sql: SqlRunner,
  input: {
    text: string | null
    city: string | null
    category: string | null
    verified: boolean
    firstDay: string | null
    wanted: number
  },
) => sql<SharedRow[]>`
  select id, slug, number, title, organiser, description, event_type = 'private' as is_private, category, starts_on as date,
    starts_at as time, venue, address, city, postcode, standing(status, valid_until) as status, published_at, updated_at,
      is_demo,
    greatest(0, least(extract(epoch from updated_at - published_at), 2147483647))::int as sequence
  from register_entries
  where (${input.text}::text is null
      or length(fold(${input.text}::text)) > 2 and joined(search_text) like joined(containing(${input.text}::text))
      or length(fold(${input.text}::text)) <= 2 and short_parts(search_text) @> array[fold(${input.text}::text)])
    and (${input.city}::text is null or city_key = fold(${input.city}::text))
    and (${input.category}::text is null or category = ${input.category}::text or sector = ${input.category}::text)
    and (not ${input.verified}::boolean or status = 'active' and (valid_until is null or valid_until > now()))
    and (${input.firstDay}::date is null or sort_on >= ${input.firstDay}::date)
  order by published_at desc, id desc
  limit ${input.wanted}::int`

/** One entry as calendars have it; `sequence` as in `listDated`. */
export const findShared = (sql: SqlRunner, { slug }: { slug: string }) => sql<SharedRow[]>`
  select id, slug, number, title, organiser, description, event_type = 'private' as is_private, category, starts_on as date,
    starts_at as time, venue, address, city, postcode, standing(status, valid_until) as status, published_at, updated_at,
      is_demo,
    greatest(0, least(extract(epoch from updated_at - published_at), 2147483647))::int as sequence
  from register_entries
  where slug = ${slug}::text`

export type PicturedRow = {
  slug: string
  number: string
  title: string
  status: RegisterStatus
  date: string | null
  time: string | null
  is_private: boolean
  venue: string
  city: string
  sector: Sector
  is_demo: boolean
}

/** What an entry's picture for sharing shows. */
export const findPictured = (sql: SqlRunner, { slug }: { slug: string }) => sql<PicturedRow[]>`
  select slug, number, title, standing(status, valid_until) as status, starts_on as date, starts_at as time,
    event_type = 'private' as is_private, venue, city, sector, is_demo
  from register_entries
  where slug = ${slug}::text`

/** How many entries the register holds, without counting them. */
export const countEntries = (sql: SqlRunner) => sql<{ entries: number }[]>`
  select coalesce(sum(entries), 0)::int as entries from register_totals where scope = 'all' and key = ''`

/**
 * Slugs of the entries after an id and before another, in the order of their ids; the last range has no end.
 * @param input.before id to end before or null
 * @param input.wanted rows wanted
 */
export const listAddresses = (
  sql: SqlRunner,
  { after, before, wanted }: { after: string; before: string | null; wanted: number },
) => sql<{ id: string; slug: string; updated_at: string }[]>`
  select id, slug, updated_at from register_entries
  where id > ${after}::uuid and (${before}::uuid is null or id < ${before}::uuid)
  order by id
  limit ${wanted}::int`

export type ListKind = 'city' | 'category' | 'sector' | 'database'

/**
 * The lists that have an address of their own beside the whole register: of each city, each category, each sector with something
 *   to come, and each category of the National Events Database.
 * @param input.today today in London
 */
export const listFilteredLists = (sql: SqlRunner, { today, most }: { today: string; most: number }) => sql<
  { kind: ListKind; name: string }[]
>`
  (select 'city' as kind, max(label) as name from register_totals where scope = 'city' and key <> ''
   group by key having sum(entries) > 0 order by sum(entries) desc, key limit ${most}::int)
  union all
  (select 'category', key from register_totals where scope = 'category'
   group by key having sum(entries) > 0 order by key limit ${most}::int)
  union all
  (select 'sector', sector from register_days where status = 'active' and sort_on >= ${today}::date
   group by sector having sum(entries) > 0 order by sector)
  union all
  (select 'database', category from national_event_counts where category <> ''
   group by category having sum(events) > 0 order by category limit ${most}::int)`
