import type { SqlRunner } from '#database/sql.ts'
import type { Assurance } from '#domain/assurance.ts'
import type { Sector } from '#domain/categories.ts'
import type { ClockTime, Day, Instant } from '#domain/formats.ts'
import type { RegisterStatus } from '#domain/register-status.ts'
import { filtered } from '#features/register/server/filtered.ts'
import type { RegisterFilters } from '#features/register/server/filters.ts'
import { type ListedRow, listed } from '#features/register/server/list-queries.ts'
import { foundInOrder } from '#features/register/server/search-queries.ts'

export type SharedRow = ListedRow & {
  number: string
  address: string
  postcode: string
  publishedAt: Instant
  updatedAt: Instant
  /** Rises with every change; 0 for an entry that never changed. */
  sequence: number
}

/** Seconds from publication to the last change, which need no counter of their own. */
const shared = (sql: SqlRunner) => sql`
  ${listed(sql)}, number, address, postcode, published_at as "publishedAt", updated_at as "updatedAt",
  greatest(0, least(extract(epoch from updated_at - published_at), 2147483647))::int as sequence`

/** Up to 500, soonest first, for calendars. */
export const listDated = (
  sql: SqlRunner,
  {
    filters,
    organiser,
    day,
    today,
  }: { filters: RegisterFilters; organiser: number | null; day: string; today: string },
) => {
  const { q, ...others } = filters
  const where = [
    sql`and sort_on >= ${day}::date and starts_on is not null`,
    ...filtered(sql, others, today),
    organiser === null ? sql`` : sql`and organiser_id = ${organiser}::int`,
  ]
  const order = sql`order by sort_on, id limit 500`
  return sql<SharedRow[]>`
    select ${shared(sql)} 
    from (${foundInOrder(sql, { q, today, where, order })}) as found join register_entries using (id) ${order}`
}

/** The 50 published last, for feeds. */
export const listNewest = (
  sql: SqlRunner,
  { filters, firstDay, today }: { filters: RegisterFilters; firstDay: string | null; today: string },
) => {
  const { q, ...others } = filters
  const where = [...filtered(sql, others, today), firstDay ? sql`and sort_on >= ${firstDay}::date` : sql``]
  const order = sql`order by published_at desc, id desc limit 50`
  return sql<SharedRow[]>`
    select ${shared(sql)} 
    from (${foundInOrder(sql, { q, today, where, order })}) as found join register_entries using (id) ${order}`
}

export const findShared = (sql: SqlRunner, { slug }: { slug: string }) => sql<SharedRow[]>`
  select ${shared(sql)} from register_entries where slug = ${slug}::text`

export type PicturedRow = {
  slug: string
  number: string
  title: string
  status: RegisterStatus
  date: Day | null
  time: ClockTime | null
  isPrivate: boolean
  venue: string
  city: string
  sector: Sector
  isDemo: boolean
  assurance: Assurance
}

export const findPictured = (sql: SqlRunner, { slug }: { slug: string }) => sql<PicturedRow[]>`
  select slug, number, title, register_status(status, valid_until) as status, starts_on as date, starts_at as time,
    event_type = 'private' as "isPrivate", venue, city, sector, is_demo as "isDemo", assurance
  from register_entries
  where slug = ${slug}::text`

/** Without counting rows. */
export const countEntries = (sql: SqlRunner) => sql<{ entries: number; lastOrganiser: number }[]>`
  select coalesce(sum(entries), 0)::int as entries, (select coalesce(max(id), 0) from register_organisers) as "lastOrganiser"
  from register_totals where scope = 'all' and key = ''`

/** Not those that may be private persons. */
export const listOrganisers = (
  sql: SqlRunner,
  { after, until, wanted }: { after: number; until: number; wanted: number },
) => sql<{ id: number; name: string }[]>`
  select id, name from register_organisers as o
  where id > ${after}::int and id <= ${until}::int and key not like 'organisation %'
    and exists (select from register_entries as e where e.organiser_id = o.id)
  order by id
  limit ${wanted}::int`

/** By id; the last range has no end. */
export const listAddresses = (
  sql: SqlRunner,
  { after, before, wanted }: { after: string; before: string | null; wanted: number },
) => sql<{ id: string; slug: string; updated_at: string }[]>`
  select id, slug, updated_at from register_entries
  where id > ${after}::uuid ${before ? sql`and id < ${before}::uuid` : sql``}
  order by id
  limit ${wanted}::int`

export type ListKind = 'city' | 'category' | 'sector' | 'database'

/** Lists with an address of their own beside the whole register. */
export const listFilteredLists = (sql: SqlRunner, { today, most }: { today: string; most: number }) => sql<
  { kind: ListKind; name: string }[]
>`
  (select 'city' as kind, max(label) as name from register_totals where scope = 'city' and key <> '' and status = 'active'
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
