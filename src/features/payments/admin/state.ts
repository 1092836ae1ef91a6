import type { PastEvent } from '#ui/admin-history.tsx'
import type { AdminSays } from '#ui/admin-notice.tsx'
import type { ListPages } from '#wire/list-pages.ts'
import type { Discrepancy } from '../fulfilment/server/discrepancy-queries.ts'
import type { RefundRow } from '../refunds/server/refund-queries.ts'
import type { againAnswers, OrderFilters, OrderSort, PaymentsPlace } from './rules.ts'
import type { AdminOrder, PaymentEventRow, ReconciliationRun } from './server/admin-queries.ts'
import type { DisputeRow } from './server/movement-queries.ts'
import type { AdminOrderRow } from './server/order-list-queries.ts'

export type FoundOrder = { data: Extract<OrderData, { kind: 'found' }> }

export type OrdersData = {
  filters: OrderFilters
  sort: OrderSort
  orders: AdminOrderRow[]
  /** What happened to the one application that the list is narrowed to, in its order; null for whoever may not review, and for no or several. */
  applicationHistory: PastEvent[] | null
  exportHref: string
  pages: ListPages
}

/** The form that gives money back, once it is asked for. Amounts are pence. */
export type RefundForm = {
  /** Of a payment that was not booked; null for the order's own. */
  discrepancyId: string | null
  /** Goes back with the form, so that a repeated click is one refund. */
  requestKey: string
  /** What the payment stands at; null where there is none or the provider does not say, and the form is there for what was typed. */
  payment: { takenPence: number; refundedPence: number; leftPence: number } | null
  amount: string
  amountProblem: string | null
  reason: string
  reasonProblem: string | null
  /** Of an order's own payment: whether its buyer may pay again once all of it has gone back. */
  again: (typeof againAnswers)[number] | null
  againProblem: string | null
}

export type OrderData =
  | { kind: 'not-found' }
  | {
      kind: 'found'
      order: AdminOrder
      refunds: RefundRow[]
      disputes: DisputeRow[]
      discrepancies: Discrepancy[]
      history: PastEvent[]
      refund: RefundForm | null
      notice: AdminSays | null
    }

export type PaymentsData = {
  place: PaymentsPlace
  openDiscrepancies: number
  discrepancies: Discrepancy[]
  openDisputes: number
  disputes: DisputeRow[]
  events: PaymentEventRow[]
  eventTypes: string[]
  runs: ReconciliationRun[]
  pages: ListPages
  notice: AdminSays | null
  /** A note that has to be shown again, and what is wrong with it. */
  settling: { discrepancyId: string; note: string; problem: string } | null
}
