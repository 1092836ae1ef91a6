import { adminHref } from '../../../admin-pages.ts'

/** The parts of the queue: what waits for whom. Each is sorted by how long it has waited. */
export const queueViews = {
  evidence: { label: 'Evidence received', nothing: 'No evidence waits to be read.' },
  proposals: { label: 'Second person wanted', nothing: 'No proposal waits for a second person.' },
  panel: { label: 'Before the panel', nothing: 'No assessment is before the panel.' },
  notices: { label: 'Notices to decide', nothing: 'No notice of refusal waits for a decision.' },
  conditions: { label: 'Conditions overdue', nothing: 'No condition is overdue.' },
  expired: { label: 'Evidence expired', nothing: 'No accepted evidence has expired.' },
  mine: { label: 'Assigned to me', nothing: 'No open assessment is yours.' },
  open: { label: 'All open', nothing: 'No assessment is open.' },
  decided: { label: 'Decided', nothing: 'No assessment has been decided yet.' },
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
