import type { Fragment, SqlRunner } from '#database/sql.ts'
import { type Assurance, assuranceNames } from '#domain/assurance.ts'
import { isDay } from '#domain/calendar-day.ts'
import { type Sector, sectors } from '#domain/categories.ts'
import { type DateFilters, daysOf, readDates } from '#domain/date-filters.ts'
import type { Day } from '#domain/formats.ts'
import { type RegisterStatus, registerStatusNames } from '#domain/register-status.ts'
import { cleanText } from '#wire/clean-text.ts'
import { type Sort, sorts } from '../rules.ts'

/** `when`: `weekend`, `month` (this one) or a month such as `2027-03`. `from`, `to`: first and last day. */
export type RegisterFilters = DateFilters & {
  q: string
  /** In any case, with or without accents. */
  city: string
  /** A category or a sector. */
  category: string
  verified: boolean
  assurance: Assurance | ''
  status: RegisterStatus | ''
}

/** After the entry with this segment, date and id; in a list by name or age the id alone counts. */
export type Cursor = {
  /** Upcoming featured, other upcoming, past featured, other past: 0 to 3, or 4 to 7 when title and number lack a word. */
  segment: number
  /** Or `infinity` for entries without a date. */
  date: string
  id: string
}

/** Before all other ids. */
export const firstId = '00000000-0000-0000-0000-000000000000'
const pattern = /^([0-7])\.(\d{4}-\d\d-\d\d|infinity)\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

/** `1.2027-05-01.<uuid>`; null for anything else, impossible dates included. */
export function readCursor(text: string): Cursor | null {
  const [, segment, date, id] = pattern.exec(text) ?? []
  if (!segment || !date || !id || !(date === 'infinity' || isDay(date))) return null
  return { segment: Number(segment), date, id }
}

/** What cannot be read is left out, so that a mended address still shows a page. */
export function readFilters(query: URLSearchParams): RegisterFilters {
  const category = cleanText(query.get('category'))
  return {
    q: cleanText(query.get('q')),
    city: cleanText(query.get('city')),
    category: category === 'all' ? '' : category,
    verified: ['1', 'true', 'on'].includes(query.get('verified') ?? ''),
    assurance: assuranceNames.find((known) => known === query.get('assurance')) ?? '',
    status: registerStatusNames.find((known) => known === query.get('status')) ?? '',
    ...readDates(query),
  }
}

export const noFilters = readFilters(new URLSearchParams())

/** Without a search, the register's own order is the one by date. */
export function readSort(query: URLSearchParams, q: string): Sort {
  const sort = sorts.find((known) => known === query.get('sort')) ?? ''
  return sort === 'date' && !q ? '' : sort
}

export function startOfUpcoming(cursor: Cursor | null, today: string): Pick<Cursor, 'date' | 'id'> {
  return cursor?.segment === 1 && cursor.date >= today ? cursor : { date: today, id: firstId }
}

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
