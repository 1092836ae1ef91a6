import type { Fragment, SqlRunner } from '#database/sql.ts'
import type { VatTreatment } from '#domain/vat.ts'
import { joinOrderMoney, orderMoney } from '#features/payments/ledger/server/sum-movements.ts'
import { hasOpenDispute } from './dispute-queries.ts'
import { type AdminOrderRow, settling } from './order-list-queries.ts'

export type AdminOrder = Omit<AdminOrderRow, 'has_discrepancy'> & {
  vat: VatTreatment | null
  vat_number: string | null
  checkout_closed_at: string | null
  checkout_session_id: string | null
  payment_intent_id: string | null
  subscription_id: string | null
  customer_id: string | null
  debit_began_at: string | null
  /** Of the first payment. */
  card_last4: string | null
  entry_number: string | null
  entry_slug: string | null
  register_status: string | null
  assurance: string | null
  assured_on: string | null
  gold_until: string | null
  gold_given_at: string | null
}

export const readAdminOrder = (sql: SqlRunner, { orderId }: { orderId: string }) => sql<AdminOrder[]>`
  select
    o.id, o.application_id, a.reference, a.checkout_closed_at, g.name as organisation_name,
    g.email as organisation_email, o.type, o.status, o.amount_pence, o.discount_pence, o.coupon_code, o.metadata,
    o.created_at, o.paid_at, o.covers_until, ${settling(sql)} as is_settling, o.debit_began_at,
    (select last4 from payment_cards where payment_intent_id = o.payment_intent_id) as card_last4, o.checkout_session_id, o.payment_intent_id, o.subscription_id,
    o.vat, g.vat_number, g.stripe_customer_id as customer_id, e.number as entry_number, e.slug as entry_slug,
    register_status(e.status, e.valid_until) as register_status, e.assurance, e.assured_on,
    w.waits_until as gold_until, w.given_at as gold_given_at,
    ${orderMoney(sql)}, ${hasOpenDispute(sql)} as has_open_dispute
  from orders o
  join applications a on a.id = o.application_id
  join organisations g on g.id = o.organisation_id
  left join register_entries e on e.application_id = o.application_id
  left join gold_awards w on w.order_id = o.id
  ${joinOrderMoney(sql)}
  where o.id = ${orderId}::uuid`

/** `attention`: processed, but a person has to look (`listDiscrepancies` says at what). */
type PaymentEventState = 'waiting' | 'attention' | 'done'

export type PaymentEventRow = {
  id: string
  type: string
  received_at: string
  processed_at: string | null
  outcome: string | null
  order_id: string | null
}

type EventQuery = { state: PaymentEventState | null; type: string | null; orderId: string | null }

export const listPaymentEvents = (
  sql: SqlRunner,
  { newestFirst, limit, offset, ...query }: EventQuery & { newestFirst: boolean; limit: number; offset: number },
) => sql<PaymentEventRow[]>`
  select id, type, received_at, processed_at, outcome, order_id
  from payment_events
  where ${fits(sql, query)}
  ${newestFirst ? sql`order by received_at desc, id desc` : sql`order by received_at, id`}
  limit ${limit}::int offset ${offset}::int`

export const countPaymentEvents = (sql: SqlRunner, { limit, ...query }: EventQuery & { limit: number }) => sql<
  { count: number }[]
>`
  select count(*)::int as count from (select from payment_events where ${fits(sql, query)} limit ${limit}::int) as found`

function fits(sql: SqlRunner, { state, type, orderId }: EventQuery): Fragment {
  return sql`true ${state === null ? sql`` : hasState(sql, state)} ${type === null ? sql`` : sql`and type = ${type}::text`}
    ${orderId === null ? sql`` : sql`and order_id = ${orderId}::uuid`}`
}

function hasState(sql: SqlRunner, state: PaymentEventState): Fragment {
  if (state === 'waiting') return sql`and processed_at is null`
  const isFor = state === 'attention' ? sql`in` : sql`not in`
  return sql`and processed_at is not null and coalesce(outcome, '') ${isFor} ('mismatch', 'paid-twice', 'unknown-order')`
}

export const reopenPaymentEvent = (sql: SqlRunner, { eventId }: { eventId: string }) => sql<{ id: string }[]>`
  update payment_events set processed_at = null, outcome = null where id = ${eventId}::text returning id`

type ReconciliationRun = {
  id: string
  started_at: string
  /** `unavailable`: the provider did not answer; the queue tries again. Null while it runs, and where the process died. */
  outcome: 'done' | 'unavailable' | null
  /** Events that had arrived and nobody had processed. */
  stale_events: number
  sessions_asked: number
  sessions_paid: number
  refunds_asked: number
  /** Events that the provider has, and those of them that had not arrived. */
  events_listed: number
  events_missed: number
}

export const listReconciliationRuns = (
  sql: SqlRunner,
  { newestFirst, limit, offset }: { newestFirst: boolean; limit: number; offset: number },
) => sql<ReconciliationRun[]>`
  select id, started_at, outcome, stale_events, sessions_asked, sessions_paid, refunds_asked, events_listed,
    events_missed
  from reconciliation_runs
  ${newestFirst ? sql`order by id desc` : sql`order by id`}
  limit ${limit}::int offset ${offset}::int`

export const countReconciliationRuns = (sql: SqlRunner, { limit }: { limit: number }) => sql<{ count: number }[]>`
  select count(*)::int as count from (select from reconciliation_runs limit ${limit}::int) as found`
