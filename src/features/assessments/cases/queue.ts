import { adminHref } from '../../../admin-pages.ts'

/** The parts of the queue: what waits for whom. Each is sorted by how long it has waited. */
export const queueViews = {
  evidence: { label: 'Evidence received', nothing: 'There is no evidence to read.' },
  proposals: { label: 'Needs a second person', nothing: 'There are no proposals waiting for a second person.' },
  panel: { label: 'Before the panel', nothing: 'There are no assessments before the panel.' },
  notices: { label: 'Notices to decide', nothing: 'There are no notices of refusal to decide.' },
  conditions: { label: 'Conditions overdue', nothing: 'There are no overdue conditions.' },
  expired: { label: 'Evidence expired', nothing: 'There is no expired evidence.' },
  mine: { label: 'Assigned to me', nothing: 'You have no open assessments.' },
  open: { label: 'All open', nothing: 'There are no open assessments.' },
  decided: { label: 'Decided', nothing: 'There are no decided assessments yet.' },
} as const
export type QueueView = keyof typeof queueViews
export const queueViewNames = Object.keys(queueViews) as QueueView[]

/** The part of the queue that an address names; evidence where it names none. */
export function readView(text: string | null): QueueView {
  return queueViewNames.find((known) => known === text) ?? 'evidence'
}

/** What an address names of a part of the queue: nothing for the first. */
export function viewQuery(view: QueueView): { view?: QueueView } {
  return view === 'evidence' ? {} : { view }
}

export function queueHref(view: QueueView, after?: string): string {
  return adminHref('assessments', { ...viewQuery(view), after })
}

/** The bench of an assessment, as a part of the queue leads to it. */
export function benchHref(id: string, view: QueueView): string {
  return adminHref('assessment', { id }, viewQuery(view))
}

/** The assessment that comes after one in a part of the queue; the address leads on to its bench. */
export function nextHref(id: string, view: QueueView): string {
  return adminHref('assessments', { ...viewQuery(view), next: id })
}
