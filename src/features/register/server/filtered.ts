import type { Fragment, SqlRunner } from '#database/sql.ts'
import { type Sector, sectors } from '#domain/categories.ts'
import { type DateFilters, daysOf } from '#domain/date-filters.ts'
import type { Day } from '#domain/formats.ts'
import type { RegisterStatus } from '#domain/register-status.ts'
import type { RegisterFilters } from './filters.ts'

export type Filters = Omit<RegisterFilters, 'q'>

/** What may run out. */
const expiring: Filters['status'][] = ['active', 'listed', 'refused']

/** Only what is asked for: each combination has its own plan. A folded name is a subquery, evaluated once for all rows. */
export function filtered(sql: SqlRunner, filters: Filters, today: string): Fragment[] {
  const { city, category, verified, assurance, status } = filters
  // The driver takes a list without any for a value.
  const parts = [sql``]
  if (city) parts.push(sql`and city_key = (select fold(${city}::text))`)
  if (category) parts.push(sql`and ${ofCategory(sql, category)}`)
  if (verified) parts.push(sql`and status = 'active' and ${hasNotRunOut(sql)}`)
  if (status) parts.push(sql`and ${isOf(sql, status)}`)
  // Expired entries lapse by a job within minutes; until then no status finds them.
  if (expiring.includes(status)) parts.push(sql`and ${hasNotRunOut(sql)}`)
  if (assurance) parts.push(sql`and assurance = ${assurance}::text`)
  return [...parts, ...withinDays(sql, filters, today)]
}

export function withinDays(sql: SqlRunner, filters: DateFilters, today: Day): Fragment[] {
  const days = daysOf(filters, today)
  if (!days) return []
  const from = days.from ? sql`and sort_on >= ${days.from}::date` : sql``
  // An entry without a date is in no range of days.
  return [from, sql`and sort_on <= ${days.to ?? '9999-12-31'}::date`]
}

const hasNotRunOut = (sql: SqlRunner) => sql`(valid_until is null or valid_until > now())`

/** Written out: a plan should know which statuses are rare. */
const isOf = (sql: SqlRunner, status: RegisterStatus): Fragment =>
  ({
    active: sql`status = 'active'`,
    listed: sql`status = 'listed'`,
    refused: sql`status = 'refused'`,
    lapsed: sql`status = 'lapsed'`,
    suspended: sql`status = 'suspended'`,
    revoked: sql`status = 'revoked'`,
  })[status]

export function ofCategory(sql: SqlRunner, category: string): Fragment {
  return isSector(category) ? sql`sector = ${category}::text` : sql`category = ${category}::text`
}

export function isSector(category: string): category is Sector {
  return (sectors as readonly string[]).includes(category)
}
