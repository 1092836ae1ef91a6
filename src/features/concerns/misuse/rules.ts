import { adminHref } from '#admin-pages.ts'
import { type Sort, sortText } from '#wire/list-pages.ts'

/** A number is listed when that many checks of it failed in as many days. */
export const often = { checks: 3, days: 30 }

/** Names with that share of common trigrams are listed: `Harbour Lights` and `Harbor Lights` share 0.7. */
export const alike = 0.6

export const numberSorts = ['checks', 'last'] as const
export const nameSorts = ['likeness', 'found'] as const
export const usualSorts = {
  numbers: { by: 'checks', descending: true } as Sort<(typeof numberSorts)[number]>,
  names: { by: 'found', descending: true } as Sort<(typeof nameSorts)[number]>,
}

export function misuseHref(list: keyof typeof usualSorts, sort: Sort, page: number | null = null): string {
  const named = list === 'numbers' ? null : list
  return adminHref('adminMisuse', { list: named, sort: sortText(sort, usualSorts[list]), page })
}
