import type { Fragment, SqlRunner } from '#database/sql.ts'
import type { Instant, Pence } from '#domain/formats.ts'

/** What has moved for an order `o` after it was paid, without payments that were not recorded. */
export type Movements = {
  renewals: number
  renewed_pence: Pence
  renewed_at: Instant | null
  /** What went back or is on its way back. */
  refunded_pence: Pence
  refunded_at: Instant | null
  disputed_pence: Pence
  has_open_dispute: boolean
}

export const movements = (sql: SqlRunner): Fragment => sql`
  m.renewals, m.renewed_pence, m.renewed_at, b.refunded_pence, b.refunded_at,
  (select coalesce(sum(amount_pence), 0)::int from order_dispute_amounts where order_id = o.id) as disputed_pence,
  exists (select from order_disputes where order_id = o.id and ended_at is null) as has_open_dispute`

export const joinMovements = (sql: SqlRunner): Fragment => sql`
  cross join lateral (
    select count(*)::int as renewals, coalesce(sum(amount_pence), 0)::int as renewed_pence, max(paid_at) as renewed_at
    from order_renewals where order_id = o.id) as m
  cross join lateral (
    select coalesce(sum(amount_pence), 0)::int as refunded_pence, max(coalesce(settled_at, requested_at)) as refunded_at
    from order_refunds where order_id = o.id and discrepancy_id is null and state in ('pending', 'succeeded')) as b`

export type RenewalRow = { id: string; amount_pence: Pence; paid_at: Instant }

export const listRenewals = (sql: SqlRunner, { orderId }: { orderId: string }) => sql<RenewalRow[]>`
  select id, amount_pence, paid_at from order_renewals where order_id = ${orderId}::uuid order by paid_at, id`

export type DisputeRow = {
  id: string
  /** Null where the order does not exist here. */
  order_id: string | null
  payment_intent_id: string
  amount_pence: Pence
  currency: string
  /** The provider's words (`disputeWords`). */
  reason: string
  status: string
  /** Until when it can be answered; null where the bank takes no answer. */
  due_by: Instant | null
  opened_at: Instant
  ended_at: Instant | null
  type: string | null
  reference: string | null
  organisation_name: string | null
}

/** Disputes of one order or of all: those open first that have to be answered first, then the newest. */
export const listDisputes = (
  sql: SqlRunner,
  { orderId, limit, offset }: { orderId: string | null; limit: number; offset: number },
) => sql<DisputeRow[]>`
  select d.id, d.order_id, d.payment_intent_id, d.amount_pence, d.currency, d.reason, d.status, d.due_by, d.opened_at,
    d.ended_at, o.type, a.reference, g.name as organisation_name
  from order_disputes d
  left join orders o on o.id = d.order_id
  left join applications a on a.id = o.application_id
  left join organisations g on g.id = o.organisation_id
  ${orderId === null ? sql`` : sql`where d.order_id = ${orderId}::uuid`}
  order by d.ended_at is not null, case when d.ended_at is null then d.due_by end, d.opened_at desc, d.id
  limit ${limit}::int offset ${offset}::int`

export const countDisputes = (sql: SqlRunner, { limit }: { limit: number }) => sql<{ count: number }[]>`
  select count(*)::int as count from (select from order_disputes limit ${limit}::int) as found`

export const countOpenDisputes = (sql: SqlRunner) => sql<{ count: number }[]>`
  select count(*)::int as count from order_disputes where ended_at is null`
