import { adminHref } from '#admin-pages.ts'
import { type Sort, sortText } from '#wire/list-pages.ts'
import type { CrmUpdateState } from './rules.ts'

export const usualCrmSort: Sort<'written'> = { by: 'written', descending: true }

/** Which part of the admin area's list of updates is shown. */
export type CrmView = { state: CrmUpdateState | null; sort: Sort<'written'>; page: number }

/** The address of a part of the list. @param done what was just done there, said once. */
export function crmHref({ state, sort, page }: CrmView, done: 'sent' | 'unchanged' | null = null): string {
  return adminHref('adminCrm', { state, sort: sortText(sort, usualCrmSort), page: page === 1 ? null : page, done })
}
