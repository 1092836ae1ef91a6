import { adminHref } from '#admin-pages.ts'
import { cleanText } from '#wire/clean-text.ts'
import { readPageNumber, readSort, type Sort, sortText } from '#wire/list-pages.ts'

/** `since` is the heading of the time where it is not “Waiting since”. */
export const queueViews = {
  evidence: { label: 'Evidence received', nothing: 'There is no evidence to read.' },
  proposals: { label: 'Needs a second person', nothing: 'There are no proposals waiting for a second person.' },
  panel: { label: 'Before the panel', nothing: 'There are no assessments before the panel.' },
  notices: { label: 'Notices to decide', nothing: 'There are no notices of refusal to decide.' },
  conditions: { label: 'Conditions overdue', nothing: 'There are no overdue conditions.', since: 'Due' },
  answered: { label: 'Conditions to check', nothing: 'There are no documents for conditions to read.', since: 'Sent' },
  expired: { label: 'Evidence expired', nothing: 'There is no expired evidence.', since: 'Last day' },
  basis: { label: 'Basis not recorded', nothing: 'Every result has its basis.', since: 'Decided' },
  mine: { label: 'Assigned to me', nothing: 'You have no open assessments.' },
  open: { label: 'All open', nothing: 'There are no open assessments.' },
  decided: { label: 'Decided', nothing: 'There are no decided assessments yet.', since: 'Decided' },
} as const satisfies Record<string, { label: string; nothing: string; since?: string }>
export type QueueView = keyof typeof queueViews
export const queueViewNames = Object.keys(queueViews) as QueueView[]

export type CaseColumn = keyof typeof caseSortWords
export const caseSortWords = {
  since: 'time',
  reference: 'reference',
  date: 'date of the event',
  title: 'event',
  organisation: 'organisation',
}
export const caseColumns = Object.keys(caseSortWords) as CaseColumn[]

const caseOwners = ['mine', 'nobody'] as const

/** `q`: in reference, event and organisation. `whose`: who looks after it; null for anybody. */
export type QueuePlace = {
  view: QueueView
  sort: Sort<CaseColumn>
  page: number
  q: string
  whose: (typeof caseOwners)[number] | null
}

/** The longest waiting first; of what is decided, the newest. */
export function beginningOf(view: QueueView): QueuePlace {
  return { view, sort: { by: 'since', descending: view === 'decided' }, page: 1, q: '', whose: null }
}

/** The decided ones grow without end, and only their time has an index. */
export function sortsBy(view: QueueView): readonly CaseColumn[] {
  return view === 'decided' ? ['since'] : caseColumns
}

export function readPlace(query: URLSearchParams): QueuePlace {
  const view = queueViewNames.find((known) => known === query.get('view')) ?? 'evidence'
  const sort = readSort(query.get('sort'), sortsBy(view), beginningOf(view).sort)
  return {
    view,
    sort,
    page: readPageNumber(query.get('page')),
    q: cleanText(query.get('q')),
    whose: caseOwners.find((known) => known === query.get('whose')) ?? null,
  }
}

function placeQuery({ view, sort, page, q, whose }: QueuePlace) {
  return {
    view: view === 'evidence' ? null : view,
    sort: sortText(sort, beginningOf(view).sort),
    page: page === 1 ? null : page,
    q,
    whose,
  }
}

export function queueHref(place: QueuePlace, outcome: Readonly<Record<string, string | number | null>> = {}): string {
  return adminHref('assessments', { ...placeQuery(place), ...outcome })
}

/** @param criterion the one that is shown; null for the case as a whole. */
export function assessmentHref(id: string, place: QueuePlace, criterion: string | null = null): string {
  return adminHref('assessment', { id }, { ...placeQuery(place), criterion })
}

/** Leads on to the assessment that comes after this one. */
export function nextHref(id: string, place: QueuePlace): string {
  return adminHref('assessments', { ...placeQuery(place), next: id })
}

export const usualVoteSort: Sort<CaseColumn> = { by: 'since', descending: false }

export function panelHref(sort: Sort<CaseColumn>, page: number | null): string {
  return adminHref('panel', { sort: sortText(sort, usualVoteSort), page })
}
