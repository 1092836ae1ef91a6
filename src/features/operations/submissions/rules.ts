import { adminHref } from '#admin-pages.ts'
import { type Sort, sortText } from '#wire/list-pages.ts'

export const submissionKinds = ['enquiries', 'leads', 'sign-ups', 'reservations'] as const
export type SubmissionKind = (typeof submissionKinds)[number]

/** `about` heads the column of that name. */
export const kindWords: Record<SubmissionKind, { many: string; one: string; about: string; none: string }> = {
  enquiries: { many: 'Enquiries', one: 'Enquiry', about: 'Subject', none: 'No enquiry' },
  leads: { many: 'Quick-apply leads', one: 'Quick-apply lead', about: 'Tickets', none: 'No lead' },
  'sign-ups': { many: 'Webinar sign-ups', one: 'Webinar sign-up', about: 'Webinar', none: 'No sign-up' },
  reservations: { many: 'Boxing reservations', one: 'Boxing reservation', about: 'Tickets', none: 'No reservation' },
}

export const submissionStates = ['new', 'in-hand', 'done'] as const
export type SubmissionState = (typeof submissionStates)[number]

export const stateWords: Record<SubmissionState, { label: string; tone: 'gold' | 'warning' | 'neutral' }> = {
  new: { label: 'New', tone: 'gold' },
  'in-hand': { label: 'In progress', tone: 'warning' },
  done: { label: 'Done', tone: 'neutral' },
}

export function stateLabel(kind: SubmissionKind, state: SubmissionState): string {
  return kind === 'enquiries' ? { new: 'Open', 'in-hand': 'Waiting', done: 'Done' }[state] : stateWords[state].label
}

export const messageWords = { sent: 'Reply sent', received: 'Their answer, added by hand', note: 'Note' }

export function isSubmissionKind(text: string | undefined): text is SubmissionKind {
  return submissionKinds.some((kind) => kind === text)
}

export function isSubmissionState(text: string | null | undefined): text is SubmissionState {
  return submissionStates.some((state) => state === text)
}

export const usualSort: Sort<'arrived'> = { by: 'arrived', descending: true }

/** @param id the kind, a slash and the submission's id. */
export function submissionHref(id: string): string {
  const [kind = '', submission = ''] = id.split('/')
  return adminHref('submission', { kind, id: submission })
}

export function submissionsHref(
  kind: SubmissionKind,
  filters: { q: string; state: SubmissionState | null; whose: 'mine' | 'nobody' | null },
  sort: Sort<'arrived'>,
  page: number | null = null,
  outcome: Record<string, string | number | null> = {},
): string {
  return adminHref('submissions', { kind }, { ...filters, sort: sortText(sort, usualSort), page, ...outcome })
}
