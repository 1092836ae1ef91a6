import type { Period } from '#features/operations/overview/rules.ts'
import type { Work } from './rules.ts'
import type { DecisionTimesRow, VerdictsRow } from './server/queries.ts'

/** Decision times: each week of the time, with or without a decision, and all of it. */
export type DecisionTimes = {
  weeks: (DecisionTimesRow & { week: string })[]
  whole: DecisionTimesRow
}

export type ChartsData = {
  period: Period
  review: DecisionTimes
  assessment: DecisionTimes
  /** `ages` are counts by age band, `oldestDays` whole days. */
  waiting: { work: Work; open: number; ages: number[]; oldestDays: number }[]
  verdicts: VerdictsRow[]
}
