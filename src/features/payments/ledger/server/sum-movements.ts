import { camel } from '#database/camel.ts'
import type { Fragment, SqlRunner } from '#database/sql.ts'
import type { Day, Instant, Pence } from '#domain/formats.ts'
import type { MovementKind, MovementSource } from '../rules.ts'

// Every figure of money that somebody reads is a sum of these statements.

/**
 * What belongs to orders. A payment that a person has to check first (a discrepancy), with all that becomes of it, is in the ledger but in
 * nobody's figures.
 */
export const bookedMovements = (sql: SqlRunner): Fragment => sql`
  (select id, kind, provider_id, order_id, product, payment_intent_id, amount_pence, currency, net_pence, vat_pence, vat_rate, moves,
     happened_at, happened_on, told_at
   from money_movements as moved
   where moved.order_id is not null and not exists (
     select from payment_discrepancies as f
     where f.payment_intent_id = moved.payment_intent_id and f.kind <> 'not-approved'))`

/** What has moved for an order. Amounts are positive but for `kept_pence`, which sums all of them. */
export type OrderMoney = {
  paid_pence: Pence
  renewals: number
  renewed_pence: Pence
  renewed_at: Instant | null
  /** What went back or is on its way back. */
  refunded_pence: Pence
  refunded_at: Instant | null
  /** What the payer's bank holds or has taken. */
  disputed_pence: Pence
  kept_pence: Pence
}

/** Joins `money` to an order `o`; `orderMoney` names its columns. */
export const joinOrderMoney = (sql: SqlRunner): Fragment => sql`
  cross join lateral (
    select
      coalesce(sum(amount_pence) filter (where kind = 'payment'), 0)::int as paid_pence,
      count(*) filter (where kind = 'renewal')::int as renewals,
      coalesce(sum(amount_pence) filter (where kind = 'renewal'), 0)::int as renewed_pence,
      max(happened_at) filter (where kind = 'renewal') as renewed_at,
      coalesce(-sum(amount_pence) filter (where kind in ('refund-sent', 'refund-failed')), 0)::int as refunded_pence,
      max(happened_at) filter (where kind = 'refund-sent') as refunded_at,
      coalesce(-sum(amount_pence) filter (where kind in ('dispute-opened', 'dispute-won')), 0)::int as disputed_pence,
      coalesce(sum(amount_pence) filter (where moves and kind not in ('fee', 'dispute-fee')), 0)::int as kept_pence
    from ${bookedMovements(sql)} as m where m.order_id = o.id) as money`

export const orderMoney = (sql: SqlRunner): Fragment => sql`
  money.paid_pence, money.renewals, money.renewed_pence, money.renewed_at, money.refunded_pence, money.refunded_at,
  money.disputed_pence, money.kept_pence`

/** What was paid at first for each order that is paid for now. */
export const sumPaidOrders = (sql: SqlRunner, { applicationId }: { applicationId: string }) => camel(sql)<
  { totalPence: Pence }[]
>`
  select coalesce(sum(m.amount_pence), 0)::int as total_pence
  from ${bookedMovements(sql)} as m join orders as o on o.id = m.order_id
  where o.application_id = ${applicationId}::uuid and o.status = 'paid' and m.kind = 'payment'`

export type MovementRow = {
  id: string
  kind: MovementKind
  providerId: string
  amountPence: Pence
  netPence: Pence
  vatPence: Pence
  currency: string
  moves: boolean
  happenedAt: Instant
  happenedOn: Day
  toldAt: Instant
  isEstimated: boolean
  source: MovementSource
}

/** All of an order, also of payments that are to be checked; oldest first. */
export const listMovements = (sql: SqlRunner, { orderId }: { orderId: string }) => camel(sql)<MovementRow[]>`
  select id, kind, provider_id, amount_pence, net_pence, vat_pence, currency, moves, happened_at, happened_on, told_at,
    is_estimated, source
  from money_movements where order_id = ${orderId}::uuid order by happened_at, told_at, id`

/** By product. What went back or is disputed counts on its own day, whenever the order was paid. */
export const sumRevenue = (sql: SqlRunner, { first, last }: { first: Day; last: Day }) => camel(sql)<
  { type: string; payments: number; paidPence: Pence; refundedPence: Pence; disputedPence: Pence; keptPence: Pence }[]
>`
  select product as type, count(*) filter (where kind in ('payment', 'renewal')) as payments,
    coalesce(sum(amount_pence) filter (where kind in ('payment', 'renewal')), 0) as paid_pence,
    coalesce(-sum(amount_pence) filter (where kind in ('refund-sent', 'refund-failed')), 0) as refunded_pence,
    coalesce(-sum(amount_pence) filter (where kind in ('dispute-opened', 'dispute-won')), 0) as disputed_pence,
    sum(amount_pence) as kept_pence
  from ${bookedMovements(sql)} as m
  where happened_on between ${first}::date and ${last}::date and product is not null and kind in (
    'payment', 'renewal', 'refund-sent', 'refund-failed', 'dispute-opened', 'dispute-won')
  group by product`
