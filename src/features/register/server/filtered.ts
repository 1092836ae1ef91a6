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
  return [
    city ? sql`and city_key = (select fold(${city}::text))` : sql``,
    category ? sql`and ${ofCategory(sql, category)}` : sql``,
    verified ? sql`and status = 'active' and ${hasNotRunOut(sql)}` : sql``,
    status ? sql`and ${isOf(sql, status)}` : sql``,
    // Expired entries lapse by a job within minutes; until then no status finds them.
    expiring.includes(status) ? sql`and ${hasNotRunOut(sql)}` : sql``,
    assurance ? sql`and assurance = ${assurance}::text` : sql``,
    ...withinDays(sql, filters, today),
  ]
}

export function withinDays(sql: SqlRunner, filters: DateFilters, today: Day): Fragment[] {
  const { from, to } = daysOf(filters, today) ?? { from: null, to: null }
  return [
    from ? sql`and sort_on >= ${from}::date` : sql``,
    // An entry without a date is in no range of days.
    from || to ? sql`and sort_on <= ${to ?? '9999-12-31'}::date` : sql``,
  ]
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
