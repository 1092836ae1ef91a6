import type { ShownClaim } from '#domain/claims.ts'
import type { Median } from '#domain/median.ts'
import type { RegisterStatus } from '#domain/register-status.ts'

/** So many of these cases. */
export type Share = { cases: number; of: number }

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

/** '92%'. Nothing is rounded up to all of them, or down to none. */
export function shareWords({ cases, of }: Share): string {
  const percent = Math.round((cases / of) * 100)
  if (percent === 100 && cases < of) return 'over 99%'
  if (percent === 0 && cases > 0) return 'under 1%'
  return `${percent}%`
}
