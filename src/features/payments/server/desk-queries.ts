import { query } from '../../../database/query.ts'
import type { OrderStatus } from './queries.ts'

// What the people who look after the money read. Times are ISO 8601 in UTC, amounts pence. Lists are newest first and read on after
// the id of the last row of the page before.

export type DeskOrderRow = {
  id: string
  application_id: string
  reference: string
  organisation_name: string
  organisation_email: string
  /** `orderLabel` (domain/catalogue.ts) has its words. */
  type: string
  status: OrderStatus
  /** The price; what was due is the price less the discount. */
  amount_pence: number
  discount_pence: number
  coupon_code: string | null
  metadata: Record<string, string>
  created_at: string
  paid_at: string | null
  /** End of the latest period that was paid for; null for what was bought once. */
  covers_until: string | null
  /** What went back or is on its way back. */
  refunded_pence: number
  /** A payment in its name was not booked, and nobody has settled that. */
  has_finding: boolean
}

/** Orders, newest first. Text is an application's reference, a part of an organisation's name or email, or an id. */
export const listDeskOrders = query<
  [
    status: OrderStatus | null,
    type: string | null,
    text: string | null,
    from: string | null,
    until: string | null,
    afterOrder: string | null,
    limit: number,
  ],
  DeskOrderRow
>('funnel/list-desk-orders')

export type DeskOrder = Omit<DeskOrderRow, 'has_finding'> & {
  application_status: string
  checkout_closed_at: string | null
  organisation_id: string
  currency: string
  checkout_session_id: string | null
  payment_intent_id: string | null
  subscription_id: string | null
  customer_id: string | null
  /** The register entry of its application, if there is one. */
  entry_number: string | null
  entry_slug: string | null
  entry_standing: string | null
  entry_valid_until: string | null
}
export const readDeskOrder = query<[orderId: string], DeskOrder>('funnel/read-desk-order')

/** `attention`: worked off, but a person has to look (`listFindings` says at what). */
export type PaymentEventState = 'waiting' | 'attention' | 'done'
export type PaymentEventRow = {
  id: string
  /** The provider's name of it, for example `invoice.paid`. */
  type: string
  received_at: string
  /** Null while it waits to be worked off. */
  processed_at: string | null
  /** What came of it (`Outcome` in change-order.ts). */
  outcome: string | null
  order_id: string | null
}
export const listPaymentEvents = query<
  [
    state: PaymentEventState | null,
    type: string | null,
    orderId: string | null,
    afterEvent: string | null,
    limit: number,
  ],
  PaymentEventRow
>('funnel/list-payment-events')
export const reopenPaymentEvent = query<[eventId: string], { id: string }>('funnel/reopen-payment-event')

export type Finding = {
  id: string
  /**
   * `unknown-order`: it names an order that does not exist here; everything of the order is null then. `not-approved`: it is booked, for
   * an application whose approval was withdrawn meanwhile. The others are not booked.
   */
  kind: 'paid-twice' | 'mismatch' | 'unknown-order' | 'not-approved'
  order_id: string | null
  /** Of a mismatch: `session`, `order`, `application`, `product`, `currency`, `amount` or `subscription`. */
  difference: string | null
  /** What was taken. */
  amount_pence: number
  currency: string
  /** Null for a renewal of an unknown order. */
  checkout_session_id: string | null
  payment_intent_id: string | null
  subscription_id: string | null
  found_at: string
  settled_at: string | null
  settled_by_name: string | null
  note: string | null
  type: string | null
  application_id: string | null
  reference: string | null
  organisation_name: string | null
}
/** Genuine payments that somebody has to look at. */
export const listFindings = query<
  [onlyOpen: boolean, orderId: string | null, afterFinding: string | null, limit: number],
  Finding
>('funnel/list-findings')
export const countOpenFindings = query<[], { count: number }>('funnel/count-open-findings')
export const readFinding = query<
  [findingId: string],
  Pick<Finding, 'id' | 'kind' | 'order_id' | 'payment_intent_id' | 'subscription_id' | 'amount_pence' | 'settled_at'>
>('funnel/read-finding')
export const addFinding = query<
  [
    kind: Finding['kind'],
    orderId: string | null,
    sessionId: string | null,
    difference: string | null,
    amountPence: number,
    currency: string,
    paymentIntentId: string | null,
    subscriptionId: string | null,
    now: string,
  ],
  { id: string }
>('funnel/add-finding')
/** Marks a finding as settled. No row when it is unknown or somebody else was faster. */
export const settleFinding = query<
  [findingId: string, personId: string | null, personName: string, note: string, now: string],
  { id: string }
>('funnel/settle-finding')
export const settleFindingsOfPayment = query<[paymentIntentId: string, note: string, now: string], { id: string }>(
  'funnel/settle-findings-of-payment',
)

export type RefundState = 'asked' | 'pending' | 'succeeded' | 'failed' | 'cancelled'
export type RefundRow = {
  id: string
  /** Of a payment that was not booked. */
  finding_id: string | null
  payment_intent_id: string
  amount_pence: number
  state: RefundState
  reason: string
  /** The provider's code of a refusal. */
  problem: string | null
  /** Null for a refund that was made at the provider itself. */
  requested_by_name: string | null
  requested_at: string
  settled_at: string | null
}
export const listRefunds = query<[orderId: string], RefundRow>('funnel/list-refunds')
export type StoredRefund = Pick<
  RefundRow,
  'id' | 'finding_id' | 'payment_intent_id' | 'amount_pence' | 'state' | 'problem' | 'requested_at'
> & {
  order_id: string
  /** When the provider last kept a server error under its key. */
  key_failed_at: string | null
}
export const readRefund = query<[refundId: string], StoredRefund>('funnel/read-refund')
export const findRefund = query<[requestKey: string], StoredRefund>('funnel/find-refund')
export const addRefund = query<
  [
    orderId: string,
    findingId: string | null,
    paymentIntentId: string,
    amountPence: number,
    reason: string,
    requestKey: string,
    personId: string | null,
    personName: string,
    now: string,
  ],
  { id: string }
>('funnel/add-refund')
export const settleRefund = query<
  [refundId: string, state: RefundState, providerRefundId: string | null, problem: string | null, now: string],
  { id: string }
>('funnel/settle-refund')
export const noteRefund =
  query<
    [
      providerRefundId: string,
      refundId: string | null,
      orderId: string,
      paymentIntentId: string,
      amountPence: number,
      state: RefundState,
      problem: string | null,
      now: string,
    ]
  >('funnel/note-refund')
export const findAskedRefund = query<[paymentIntentId: string], { id: string }>('funnel/find-asked-refund')
export const noteRefundKeyFailed = query<[refundId: string, now: string]>('funnel/note-refund-key-failed')
export const listAskedRefunds = query<[before: string, limit: number], { id: string }>('funnel/list-asked-refunds')

export type ReconciliationRun = {
  id: string
  started_at: string
  /** Null while it runs, and for good where the process died. */
  finished_at: string | null
  /** `unavailable`: the provider did not answer; the queue tries again. */
  outcome: 'done' | 'unavailable' | null
  /** Events that had arrived and nobody had worked off. */
  stale_events: number
  /** Open orders that the provider was asked about, and how many of them were paid. */
  sessions_asked: number
  sessions_paid: number
  refunds_asked: number
  /** Events that the provider has, and those of them that had not arrived. */
  events_listed: number
  events_missed: number
}
export const listReconciliationRuns = query<[afterRun: string | null, limit: number], ReconciliationRun>(
  'funnel/list-runs',
)
/** The latest run that heard everything. */
export const readLastRun = query<[], Pick<ReconciliationRun, 'started_at'>>('funnel/read-last-run')
export const startRun = query<[now: string], { id: string }>('funnel/start-run')
export const finishRun =
  query<
    [
      runId: string,
      now: string,
      outcome: 'done' | 'unavailable',
      staleEvents: number,
      sessionsAsked: number,
      sessionsPaid: number,
      refundsAsked: number,
      eventsListed: number,
      eventsMissed: number,
    ]
  >('funnel/finish-run')
