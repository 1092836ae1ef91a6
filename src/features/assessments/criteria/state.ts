import type { CriteriaDifference } from './compare-criteria.ts'
import type { Criterion } from './criterion.ts'

/** A version of the criteria without them. `publishedAt` is ISO 8601 in UTC, `note` says what is new in it. */
export type CriteriaVersion = { version: number; publishedAt: string; note: string }

/** One version as it is shown to the public. */
export type PublishedCriteria = CriteriaVersion & {
  criteria: Criterion[]
  /** From the version before it; none in the first. */
  differences: CriteriaDifference[]
  /** Every version, the newest first. */
  versions: CriteriaVersion[]
}
