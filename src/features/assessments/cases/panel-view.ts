import { adminHref } from '#admin-pages.ts'
import { type Sort, sortText } from '#wire/list-pages.ts'
import type { CaseColumn } from './queue.ts'

export const voteColumns = ['since', 'reference', 'date'] as const satisfies readonly CaseColumn[]
export const usualVoteSort: Sort<CaseColumn> = { by: 'since', descending: false }

/** The address of a page of the votes that are wanted; null for the first page. */
export function panelHref(sort: Sort<CaseColumn>, page: number | null): string {
  return adminHref('panel', { sort: sortText(sort, usualVoteSort), page })
}
