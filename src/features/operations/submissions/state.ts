import type { FormState } from '#wire/form.ts'
import type { ListPages, Sort } from '#wire/list-pages.ts'
import type { SubmissionKind, SubmissionState } from './rules.ts'
import type { SubmissionRow } from './server/queries.ts'
import type { MessageRow } from './server/thread-queries.ts'

type SubmissionFilters = {
  q: string
  state: SubmissionState | null
  /** Of enquiries alone. */
  whose: 'mine' | 'nobody' | null
}

export type SubmissionsData = {
  kind: SubmissionKind
  filters: SubmissionFilters
  /** How many are new, by kind. */
  fresh: Record<SubmissionKind, number>
  submissions: SubmissionRow[]
  exportHref: string
  sort: Sort<'arrived'>
  pages: ListPages
}

export type EnquiryThread = {
  messages: MessageRow[]
  /** Who may look after it. */
  clerks: { id: string; name: string }[]
  assignedTo: string | null
  form: FormState
}

export type SubmissionData = {
  kind: SubmissionKind
  submission: Omit<SubmissionRow, 'details'>
  details: { term: string; details: string }[]
  isSaved: boolean
  /** Of an enquiry alone. */
  thread: EnquiryThread | null
}
