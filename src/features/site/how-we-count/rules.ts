import type { ShownClaim } from '../../../domain/claims.ts'
import type { RegisterStatus } from '../../../domain/register-status.ts'

/** A figure that is worked out from fewer cases than this is not given: one case more would change it. */
export const fewestCases = 10

/** So many of these cases. */
export type Share = { cases: number; of: number }
/** The middle one of these cases, in days. */
export type Median = { days: number; cases: number }

/** What a row of the database tells; null where it is made of too few cases. */
export function medianOf(row: { days: number | null; cases: number } | undefined): Median | null {
  return row && row.days !== null && row.cases >= fewestCases ? { days: row.days, cases: row.cases } : null
}

/** Each over the last twelve months; null where there are too few cases to tell. */
type ServiceFigures = {
  /** From an application to the first decision of a person on it. */
  decision: Median | null
  /** From an application to the decision of its assessment. */
  assessment: Median | null
  /** Applications and enquiries that were answered within the promised time. */
  applicationsInTime: Share | null
  enquiriesInTime: Share | null
  /** Of what was settled, how many were upheld. */
  concernsUpheld: Share | null
  complaintsUpheld: Share | null
  appealsUpheld: Share | null
}

/** What the registers hold at this moment. */
export type LiveFigures = {
  entries: { status: RegisterStatus; entries: number }[]
  /** Accredited entries whose event is today or later. */
  upcoming: number
  national: number
  nationalAccredited: number
  partners: number
}

export type HowWeCountData = {
  /** When it was counted, an ISO time in UTC. */
  countedAt: string
  /** First and last day of the twelve months, `YYYY-MM-DD` in London. */
  from: string
  until: string
  claims: ShownClaim[]
  live: LiveFigures
  service: ServiceFigures
}

/** '1 day', '3.5 days'; below one day in hours. */
export function daysWords(days: number): string {
  const inHours = days < 1
  const rounded = inHours ? Math.round(days * 24) : Math.round(days * 10) / 10
  const unit = inHours ? 'hour' : 'day'
  if (inHours && rounded === 0) return 'less than 1 hour'
  return `${rounded} ${unit}${rounded === 1 ? '' : 's'}`
}

/** '92%'. Nothing is rounded up to all of them, or down to none. */
export function shareWords({ cases, of }: Share): string {
  const percent = Math.round((cases / of) * 100)
  if (percent === 100 && cases < of) return 'over 99%'
  if (percent === 0 && cases > 0) return 'under 1%'
  return `${percent}%`
}

/** The day a year before, so that both make twelve months. @param day `YYYY-MM-DD` */
export function yearBefore(day: string): string {
  const [year, month, date] = day.split('-')
  const before = `${Number(year) - 1}-${month}-`
  return before + (month === '02' && date === '29' ? '28' : date)
}
