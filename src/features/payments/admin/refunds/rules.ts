import { adminHref } from '#admin-pages.ts'
import { type Sort, sortText } from '#wire/list-pages.ts'

export type RefundFilters = { q: string; state: string; from: string; until: string }

export const refundStates = ['waiting', 'asked', 'pending', 'succeeded', 'failed', 'declined'] as const
export const refundStateLabels: Record<
  string,
  { label: string; tone: 'accredited' | 'neutral' | 'warning' | 'danger' }
> = {
  waiting: { label: 'Waits for a second person', tone: 'warning' },
  asked: { label: 'Waits for the provider', tone: 'warning' },
  pending: { label: 'Being sent', tone: 'neutral' },
  succeeded: { label: 'Refunded', tone: 'accredited' },
  failed: { label: 'Failed', tone: 'danger' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  declined: { label: 'Declined', tone: 'neutral' },
}

export const refundColumns = ['asked', 'amount'] as const
export type RefundSort = Sort<(typeof refundColumns)[number]>
export const usualRefundSort: RefundSort = { by: 'asked', descending: true }

export function refundsHref(filters: RefundFilters, sort: RefundSort, page: number | null = null): string {
  return adminHref('refunds', { ...filters, sort: sortText(sort, usualRefundSort), page })
}
