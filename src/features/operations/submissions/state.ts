import type { ListPages, Sort } from '../../../wire/list-pages.ts'
import type { SubmissionKind, SubmissionState } from './rules.ts'
import type { SubmissionRow } from './server/queries.ts'

export type SubmissionsData = {
  kind: SubmissionKind
  filters: { q: string; state: SubmissionState | null }
  /** How many are new, by kind. */
  fresh: Record<SubmissionKind, number>
  submissions: SubmissionRow[]
  exportHref: string
  sort: Sort<'arrived'>
  pages: ListPages
}

export type SubmissionData = {
  kind: SubmissionKind
  submission: Omit<SubmissionRow, 'details'>
  details: { term: string; details: string }[]
  isSaved: boolean
}
