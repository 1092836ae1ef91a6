import { adminHref } from '#admin-pages.ts'
import { type Sort, sortText } from '#wire/list-pages.ts'

/** A job that is done leaves the queue. */
export const jobStates = ['failed', 'retrying', 'running', 'waiting'] as const
export type JobState = (typeof jobStates)[number]

export const jobStateWords: Record<JobState, { label: string; tone: 'danger' | 'warning' | 'accredited' | 'neutral' }> =
  {
    failed: { label: 'Failed', tone: 'danger' },
    retrying: { label: 'Tried again', tone: 'warning' },
    running: { label: 'Running', tone: 'accredited' },
    waiting: { label: 'Waiting', tone: 'neutral' },
  }

export const usualSort: Sort<'added'> = { by: 'added', descending: true }

export type JobsView = { state: JobState | null; sort: Sort<'added'>; page: number }

/** @param done is said once. */
export function jobsHref({ state, sort, page }: JobsView, done: 'retried' | null = null): string {
  return adminHref('jobs', { state, sort: sortText(sort, usualSort), page: page === 1 ? null : page, done })
}
