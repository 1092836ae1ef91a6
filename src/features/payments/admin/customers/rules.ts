import { adminHref } from '#admin-pages.ts'
import { type Sort, sortText } from '#wire/list-pages.ts'

export type CustomerFilters = { q: string; with: string }

export const customerKinds = ['subscription', 'refund', 'dispute'] as const
export const customerKindWords: Record<(typeof customerKinds)[number], string> = {
  subscription: 'A running subscription',
  refund: 'A refund',
  dispute: 'An open dispute',
}

export const customerColumns = ['name', 'since'] as const
export type CustomerSort = Sort<(typeof customerColumns)[number]>
export const usualCustomerSort: CustomerSort = { by: 'name', descending: false }

export function customersHref(filters: CustomerFilters, sort: CustomerSort, page: number | null = null): string {
  return adminHref('customers', { ...filters, sort: sortText(sort, usualCustomerSort), page })
}
