import { type CamelSql, camel } from '#database/camel.ts'
import type { SqlRunner } from '#database/sql.ts'
import type { Instant, Pence } from '#domain/formats.ts'

export type RefundRow = {
  id: string
  orderId: string
  /** Of a payment that was not booked. */
  discrepancyId: string | null
  paymentIntentId: string
  amountPence: Pence
  state: 'asked' | 'pending' | 'succeeded' | 'failed' | 'cancelled'
  reason: string
  problem: string | null
  /** Null for a refund that was made at the provider itself. */
  requestedByName: string | null
  requestedAt: Instant
  /** When the provider last kept a server error under its key. */
  keyFailedAt: Instant | null
}

const refundColumns = (sql: SqlRunner) => sql`
  id, order_id, discrepancy_id, payment_intent_id, amount_pence, state, reason, problem, requested_by_name, requested_at,
  key_failed_at`

export const listRefunds = (sql: SqlRunner, { orderId }: { orderId: string }) => camel(sql)<RefundRow[]>`
  select ${refundColumns(sql)} from order_refunds where order_id = ${orderId}::uuid order by id desc`

export const readRefund = (sql: SqlRunner, { refundId }: { refundId: string }) => camel(sql)<RefundRow[]>`
  select ${refundColumns(sql)} from order_refunds where id = ${refundId}::uuid`

/** What one person may refund of an order by hand, all refunds together; what the site or the law asks for is not held up. */
export const maxAlonePence: Pence = 50_000

export type RefundRequestRow = {
  id: string
  orderId: string
  discrepancyId: string | null
  amountPence: Pence
  reason: string
  isForCause: boolean
  requestedBy: string
  requestedByName: string
  requestedAt: Instant
  state: 'waiting' | 'approved' | 'declined'
  decidedByName: string | null
}

export const requestColumns = (sql: CamelSql) => sql`
  id, order_id, discrepancy_id, amount_pence, reason, is_for_cause, requested_by, requested_by_name, requested_at, state,
  decided_by_name`

export const findRefundRequest = (sql: CamelSql, id: string) => sql<RefundRequestRow[]>`
  select ${requestColumns(sql)} from refund_requests where id = ${id}::uuid`

/** @returns false for a form whose refund has been made or is being made. */
export async function isAboveLimit(
  sql: CamelSql,
  { orderId, requestKey, amountPence }: { orderId: string; requestKey: string; amountPence: Pence },
): Promise<boolean> {
  const [before] = await sql<{ isMade: boolean; pence: Pence }[]>`
    select coalesce(bool_or(request_key = ${requestKey}::uuid), false) as is_made,
      coalesce(sum(amount_pence) filter (where state in ('asked', 'pending', 'succeeded') and requested_by is not null
        and not exists (select from refund_requests as q where q.id = r.request_key)), 0)::int as pence
    from order_refunds as r where order_id = ${orderId}::uuid`
  return !before!.isMade && before!.pence + amountPence > maxAlonePence
}

/** @returns nothing where somebody has decided before, or asked for it themselves. */
export const decideRefundRequest = (
  sql: SqlRunner,
  request: { id: string; state: 'approved' | 'declined'; by: { id: string; name: string }; now: Instant },
) => sql<{ id: string }[]>`
  update refund_requests
  set state = ${request.state}::text, decided_by = ${request.by.id}::text, decided_by_name = ${request.by.name}::text,
    decided_at = ${request.now}::timestamptz
  where id = ${request.id}::uuid and state = 'waiting' and requested_by <> ${request.by.id}::text
  returning id`
