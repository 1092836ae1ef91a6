import { adminHref } from '#admin-pages.ts'
import { type Sort, sortText } from '#wire/list-pages.ts'

/** A number is listed when that many checks of it failed in as many days. */
export const often = { checks: 3, days: 30 }

/** Names with that share of common trigrams are listed: `Harbour Lights` and `Harbor Lights` share 0.7. */
export const alike = 0.6

export const numberSorts = ['checks', 'last'] as const
export const usualNumberSort: Sort<'checks' | 'last'> = { by: 'checks', descending: true }
export const nameSorts = ['likeness', 'found'] as const
export const usualNameSort: Sort<'likeness' | 'found'> = { by: 'found', descending: true }

export function numbersHref(sort: Sort<'checks' | 'last'>, page: number | null): string {
  return adminHref('adminMisuse', { sort: sortText(sort, usualNumberSort), page })
}

export function namesHref(sort: Sort<'likeness' | 'found'>, page: number | null): string {
  return adminHref('adminMisuse', { list: 'names', sort: sortText(sort, usualNameSort), page })
}
