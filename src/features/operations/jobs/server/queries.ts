import { query } from '../../../../database/query.ts'
import type { JobState } from '../rules.ts'

export type JobRow = {
  id: number
  name: string
  run_at: string
  attempts: number
  max_attempts: number
  last_error: string | null
  created_at: string
  locked_at: string | null
  state: JobState
}

export const listJobs = query<[state: JobState | null, before: number | null, limit: number], JobRow>(
  'jobs-desk/list-jobs',
)
export const countJobs = query<[], { state: JobState; jobs: number }>('jobs-desk/count-jobs')
export const retryJob = query<[id: number], { id: number; name: string }>('jobs-desk/retry-job')
