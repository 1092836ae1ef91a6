import type { ListPages } from '#wire/list-pages.ts'
import type { JobState, JobsView } from './rules.ts'
import type { JobRow } from './server/queries.ts'

export type JobsData = {
  view: JobsView
  counts: Record<JobState, number>
  jobs: JobRow[]
  pages: ListPages
  notice: 'retried' | 'not-retried' | null
}
