import { adminHref } from '#admin-pages.ts'
import { readPageNumber, readSort, type Sort, sortText } from '#wire/list-pages.ts'

/** The parts of the queue: what waits for whom. `since` is the heading of the time since when it does, where that is a time of its own. */
export const queueViews = {
  evidence: { label: 'Evidence received', nothing: 'There is no evidence to read.' },
  proposals: { label: 'Needs a second person', nothing: 'There are no proposals waiting for a second person.' },
  panel: { label: 'Before the panel', nothing: 'There are no assessments before the panel.' },
  notices: { label: 'Notices to decide', nothing: 'There are no notices of refusal to decide.' },
  conditions: { label: 'Conditions overdue', nothing: 'There are no overdue conditions.', since: 'Due' },
  expired: { label: 'Evidence expired', nothing: 'There is no expired evidence.', since: 'Last day' },
  basis: { label: 'Basis not recorded', nothing: 'Every result has its basis.', since: 'Decided' },
  mine: { label: 'Assigned to me', nothing: 'You have no open assessments.' },
  open: { label: 'All open', nothing: 'There are no open assessments.' },
  decided: { label: 'Decided', nothing: 'There are no decided assessments yet.', since: 'Decided' },
} as const satisfies Record<string, { label: string; nothing: string; since?: string }>
export type QueueView = keyof typeof queueViews
export const queueViewNames = Object.keys(queueViews) as QueueView[]

/** By what a part of the queue can be sorted. */
export type CaseColumn = 'since' | 'reference' | 'date'
export const caseSortWords: Record<CaseColumn, string> = {
  since: 'time',
  reference: 'reference',
  date: 'date of the event',
}

/** A page of a part of the queue, as an address names it. */
export type QueuePlace = { view: QueueView; sort: Sort<CaseColumn>; page: number }

/** The beginning of a part of the queue: the longest waiting first; of what is decided, the newest. */
export function beginningOf(view: QueueView): QueuePlace {
  return { view, sort: { by: 'since', descending: view === 'decided' }, page: 1 }
}

/** What is decided grows for ever, and is sorted by its time alone. */
export function sortsBy(view: QueueView): readonly CaseColumn[] {
  return view === 'decided' ? ['since'] : ['since', 'reference', 'date']
}

/** The place that an address names; the beginning of the evidence where it names none. */
export function readPlace(query: URLSearchParams): QueuePlace {
  const view = queueViewNames.find((known) => known === query.get('view')) ?? 'evidence'
  const sort = readSort(query.get('sort'), sortsBy(view), beginningOf(view).sort)
  return { view, sort, page: readPageNumber(query.get('page')) }
}

function placeQuery({ view, sort, page }: QueuePlace) {
  return {
    view: view === 'evidence' ? null : view,
    sort: sortText(sort, beginningOf(view).sort),
    page: page === 1 ? null : page,
  }
}

export function queueHref(place: QueuePlace): string {
  return adminHref('assessments', placeQuery(place))
}

/** The page of an assessment, as a page of the queue leads to it. */
export function assessmentHref(id: string, place: QueuePlace): string {
  return adminHref('assessment', { id }, placeQuery(place))
}

/** The assessment that comes after one in a part of the queue; the address leads on to its page. */
export function nextHref(id: string, place: QueuePlace): string {
  return adminHref('assessments', { ...placeQuery(place), next: id })
}

export const voteColumns = ['since', 'reference', 'date'] as const satisfies readonly CaseColumn[]
export const usualVoteSort: Sort<CaseColumn> = { by: 'since', descending: false }

/** The address of a page of the votes that are wanted; null for the first page. */
export function panelHref(sort: Sort<CaseColumn>, page: number | null): string {
  return adminHref('panel', { sort: sortText(sort, usualVoteSort), page })
}
