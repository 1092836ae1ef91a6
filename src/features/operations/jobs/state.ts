import type { JobState } from './rules.ts'
import type { JobRow } from './server/queries.ts'

export type JobsData = {
  state: JobState | null
  counts: Record<JobState, number>
  jobs: JobRow[]
  firstHref: string | null
  nextHref: string | null
  notice: 'retried' | 'not-retried' | null
}
