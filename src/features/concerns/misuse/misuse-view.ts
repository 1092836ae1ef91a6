import { adminHref } from '#admin-pages.ts'
import { type Sort, sortText } from '#wire/list-pages.ts'

export const numberSorts = ['checks', 'last'] as const
export const usualNumberSort: Sort<'checks' | 'last'> = { by: 'checks', descending: true }
export const nameSorts = ['likeness', 'found'] as const
export const usualNameSort: Sort<'likeness' | 'found'> = { by: 'found', descending: true }

/** The address of a part of the list of numbers. */
export function numbersHref(sort: Sort<'checks' | 'last'>, page: number | null): string {
  return adminHref('adminMisuse', { sort: sortText(sort, usualNumberSort), page })
}

/** The address of a part of the list of names. */
export function namesHref(sort: Sort<'likeness' | 'found'>, page: number | null): string {
  return adminHref('adminMisuse', { list: 'names', sort: sortText(sort, usualNameSort), page })
}
