import { adminHref } from '#admin-pages.ts'

export const timelineKinds = {
  sent: 'Sent and answered',
  mails: 'Emails',
  calls: 'Calls',
  documents: 'Documents',
  verdicts: 'Verdicts',
  decisions: 'Decisions',
  payments: 'Payments',
  entry: 'Entry',
  notes: 'Notes',
} as const
export type TimelineKind = keyof typeof timelineKinds
export const timelineKindNames = Object.keys(timelineKinds) as TimelineKind[]

/** @param page 1 is left out. */
export function timelineHref(id: string, kind: TimelineKind | null, page = 1): string {
  return `${adminHref('review', { id }, { kind, page: page === 1 ? null : page })}#timeline`
}
