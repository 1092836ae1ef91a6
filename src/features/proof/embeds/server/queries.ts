import { type SqlRunner, unprepared } from '#database/sql.ts'
import type { CertificateRow } from '#features/register/certificate/server/queries.ts'
import { filtered } from '#features/register/server/filtered.ts'
import type { RegisterFilters } from '#features/register/server/filters.ts'
import { foundInOrder } from '#features/register/server/search-queries.ts'

export type EmbeddedRow = Pick<CertificateRow, 'slug' | 'title' | 'date' | 'isPrivate' | 'venue' | 'city' | 'status'> &
  Pick<CertificateRow, 'assurance' | 'assuredOn' | 'validUntil' | 'isDemo'> & { isPast: boolean }

type EmbeddedList = { filters: RegisterFilters; organiser: number | null; today: string }

/** Up to eight upcoming entries, soonest first, and up to eight past ones, latest first. */
export const listEmbedded = (sql: SqlRunner, { filters: { q, ...filters }, organiser, today }: EmbeddedList) => {
  const columns = sql`slug, title, starts_on as date, event_type = 'private' as is_private, venue, city,
    register_status(status, valid_until) as status, assurance, assured_on, valid_until, is_demo, sort_on < ${today}::date as is_past, sort_on, id`
  const where = [
    ...filtered(sql, filters, today),
    organiser === null ? sql`` : sql`and organiser_id = ${organiser}::int`,
  ]
  const next = sql`order by sort_on, id limit 8`
  const last = sql`order by sort_on desc, id desc limit 8`
  const upcoming = foundInOrder(sql, { q, today, where: [sql`and sort_on >= ${today}::date`, ...where], order: next })
  const past = foundInOrder(sql, { q, today, where: [sql`and sort_on < ${today}::date`, ...where], order: last })
  return unprepared(sql<EmbeddedRow[]>`
    select slug, title, date, is_private as "isPrivate", venue, city, status, assurance, assured_on as "assuredOn", valid_until as "validUntil",
      is_demo as "isDemo", is_past as "isPast" from (
      (select ${columns} from (${upcoming}) as found join register_entries using (id) ${next})
      union all
      (select ${columns} from (${past}) as found join register_entries using (id) ${last})
    ) as shown
    order by is_past, case when is_past then '9999-12-31'::date - sort_on end, case when not is_past then sort_on end, id`)
}
