import type { SqlRunner } from '#database/sql.ts'
import type { Instant } from '#domain/formats.ts'
import { filtered } from '#features/register/server/filtered.ts'
import type { RegisterFilters } from '#features/register/server/filters.ts'
import { type ListedRow, listed } from '#features/register/server/list-queries.ts'
import type { EntryRow } from '#features/register/server/queries.ts'
import { foundInOrder } from '#features/register/server/search-queries.ts'

export type SharedRow = ListedRow &
  Pick<EntryRow, 'number' | 'address' | 'postcode'> & {
    publishedAt: Instant
    updatedAt: Instant
    /** Rises with every change; 0 for an entry that never changed. */
    sequence: number
  }

/** Seconds from publication to the last change, which need no counter of their own. */
const shared = (sql: SqlRunner) => sql`
  ${listed(sql)}, number, address, postcode, published_at as "publishedAt", updated_at as "updatedAt",
  greatest(0, least(extract(epoch from updated_at - published_at), 2147483647))::int as sequence`

type DatedList = { filters: RegisterFilters; organiser: number | null; day: string; today: string }

/** Up to 500, soonest first, for calendars. */
export const listDated = (sql: SqlRunner, { filters, organiser, day, today }: DatedList) => {
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

export type PicturedRow = Pick<
  EntryRow,
  'slug' | 'number' | 'title' | 'status' | 'date' | 'time' | 'venue' | 'city' | 'sector'
> &
  Pick<EntryRow, 'isDemo' | 'assurance' | 'assuredOn'> & { isPrivate: boolean }

export const findPictured = (sql: SqlRunner, { slug }: { slug: string }) => sql<PicturedRow[]>`
  select slug, number, title, register_status(status, valid_until) as status, starts_on as date, starts_at as time,
    event_type = 'private' as "isPrivate", venue, city, sector, is_demo as "isDemo", assurance,
    assured_on as "assuredOn"
  from register_entries
  where slug = ${slug}::text`
