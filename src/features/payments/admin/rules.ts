import { adminHref } from '#admin-pages.ts'
import { type Sort, sortText } from '#wire/list-pages.ts'
import type { OrderStatus } from '../server/queries.ts'

export type OrderFilters = { status: string; type: string; q: string; from: string; until: string }
/** What a list says that has no rows. @param what such as 'orders' */
export function nothingFound(what: string, filters: Readonly<Record<string, string>>): string {
  return Object.values(filters).some(Boolean) ? `No ${what} match these filters.` : `There are no ${what} yet.`
}

type Tone = 'accredited' | 'neutral' | 'warning' | 'danger'

/** In the order of the filter. */
export const orderStatusWords: Record<string, { label: string; tone: Tone }> = {
  paid: { label: 'Paid', tone: 'accredited' },
  pending: { label: 'Not paid yet', tone: 'neutral' },
  settling: { label: 'Settling', tone: 'neutral' },
  refunded: { label: 'Refunded', tone: 'warning' },
  disputed: { label: 'Disputed', tone: 'danger' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  failed: { label: 'Failed', tone: 'danger' },
  expired: { label: 'Expired', tone: 'neutral' },
}

/** A bank debit that is under way is no abandoned checkout. */
export function shownStatus({
  status,
  is_settling,
}: {
  status: OrderStatus
  is_settling: boolean
}): OrderStatus | 'settling' {
  return is_settling ? 'settling' : status
}

export const paymentViews = ['discrepancies', 'disputes', 'events', 'runs'] as const

export const eventStates = ['waiting', 'attention', 'done'] as const
export const eventStateWords: Record<(typeof eventStates)[number], string> = {
  waiting: 'Not processed yet',
  attention: 'To check',
  done: 'Done',
}

/** Of a refund, and of a request for one. */
export const refundStates: Record<string, { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting for a second person', tone: 'warning' },
  asked: { label: 'Being sent to the provider', tone: 'warning' },
  pending: { label: 'Being sent to the payer', tone: 'neutral' },
  succeeded: { label: 'Refunded', tone: 'accredited' },
  failed: { label: 'Refused', tone: 'danger' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  declined: { label: 'Declined by a second person', tone: 'neutral' },
}

export const discrepancyWords: Record<string, string> = {
  'paid-twice': 'Paid twice',
  mismatch: 'Not the amount that we asked for',
  'unknown-order': 'Its order does not exist here',
  'not-approved': 'Paid after the approval was withdrawn',
}

/** Longest reason of a refund and longest note on a discrepancy, in characters. */
export const reasonLimit = 500

/** '12.50' and '£1,200' as pence; null for no amount above zero, and for '9,95', which must not be given back as £995. */
export function penceOf(typed: string): number | null {
  const text = typed.trim().replace(/^£/, '')
  if (!/^(\d{1,7}|\d{1,3}(,\d{3}){1,2})(\.\d{1,2})?$/.test(text)) return null
  const [pounds, pence = ''] = text.replaceAll(',', '').split('.')
  const amount = Number(pounds) * 100 + Number(pence.padEnd(2, '0'))
  return amount > 0 ? amount : null
}

/** What somebody of the admin area did to an order, by the audit log's action. */
export const actionWords: Record<string, string> = {
  'order.checkout-started': 'started the payment for the applicant',
  'order.refunded': 'asked for a refund',
  'order.refunded-alone': 'asked for a refund above £500, alone: the rule of a second person is switched off',
  'order.refund-requested': 'asked for a refund that a second person has to approve',
  'order.refund-approved': 'approved a refund that somebody else asked for',
  'order.refund-declined': 'declined a refund that somebody else asked for',
}

export const orderColumns = ['ordered', 'due'] as const
export type OrderSort = Sort<(typeof orderColumns)[number]>
export const usualOrderSort: OrderSort = { by: 'ordered', descending: true }

export function ordersHref(filters: OrderFilters, sort: OrderSort, page: number | null = null): string {
  return adminHref('orders', { ...filters, sort: sortText(sort, usualOrderSort), page })
}

/** Which part of which list the payments' page shows; empty for no filter. */
export type PaymentsPlace = {
  view: (typeof paymentViews)[number]
  onlyOpen: boolean
  state: '' | (typeof eventStates)[number]
  type: string
  sort: Sort<'when'>
  page: number
}
export const usualPaymentsSort: Sort<'when'> = { by: 'when', descending: true }

export function paymentsHref(
  { view, onlyOpen, state, type, sort, page }: PaymentsPlace,
  done: 'replayed' | null = null,
): string {
  return adminHref('payments', {
    view: view === 'discrepancies' ? null : view,
    all: !onlyOpen,
    state,
    type,
    sort: sortText(sort, usualPaymentsSort),
    page: page === 1 ? null : page,
    done,
  })
}

export type RefundFilters = { q: string; state: string; from: string; until: string }

export const refundColumns = ['asked', 'amount'] as const
export type RefundSort = Sort<(typeof refundColumns)[number]>
export const usualRefundSort: RefundSort = { by: 'asked', descending: true }

export function refundsHref(filters: RefundFilters, sort: RefundSort, page: number | null = null): string {
  return adminHref('refunds', { ...filters, sort: sortText(sort, usualRefundSort), page })
}

export type CustomerFilters = { q: string; with: string }

export const customerKindWords: Record<string, string> = {
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
