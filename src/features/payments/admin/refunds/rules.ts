import { adminHref } from '#admin-pages.ts'
import { type Sort, sortText } from '#wire/list-pages.ts'
import { refundStates } from '../rules.ts'

export type RefundFilters = { q: string; state: string; from: string; until: string }

export function refundLabel(state: string): string {
  const { words } = refundStates[state]!
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const refundColumns = ['asked', 'amount'] as const
export type RefundSort = Sort<(typeof refundColumns)[number]>
export const usualRefundSort: RefundSort = { by: 'asked', descending: true }

export function refundsHref(filters: RefundFilters, sort: RefundSort, page: number | null = null): string {
  return adminHref('refunds', { ...filters, sort: sortText(sort, usualRefundSort), page })
}
