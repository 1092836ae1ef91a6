import { camel } from '#database/camel.ts'
import type { SqlRunner } from '#database/sql.ts'
import type { Instant, Pence } from '#domain/formats.ts'

type RefundState = 'asked' | 'pending' | 'succeeded' | 'failed' | 'cancelled'

export type RefundRow = {
  id: string
  /** Of a payment that was not booked. */
  discrepancy_id: string | null
  payment_intent_id: string
  amount_pence: number
  state: RefundState
  reason: string
  problem: string | null
  /** Null for a refund that was made at the provider itself. */
  requested_by_name: string | null
  requested_at: string
  settled_at: string | null
}

export const listRefunds = (sql: SqlRunner, { orderId }: { orderId: string }) => sql<RefundRow[]>`
  select id, discrepancy_id, payment_intent_id, amount_pence, state, reason, problem, requested_by_name, requested_at, settled_at
  from order_refunds
  where order_id = ${orderId}::uuid
  order by id desc`

export type StoredRefund = {
  id: string
  orderId: string
  discrepancyId: string | null
  paymentIntentId: string
  amountPence: Pence
  state: RefundState
  problem: string | null
  requestedAt: Instant
  /** When the provider last kept a server error under its key. */
  keyFailedAt: Instant | null
}

export const readRefund = (sql: SqlRunner, { refundId }: { refundId: string }) => camel(sql)<StoredRefund[]>`
  select id, order_id, discrepancy_id, payment_intent_id, amount_pence, state, problem, requested_at, key_failed_at
  from order_refunds where id = ${refundId}::uuid`

/** The provider's answer to our request. What its own events of the refund have recorded since (`takeRefund`) stays. */
export const settleRefund = (
  sql: SqlRunner,
  input: { refundId: string; state: RefundState; providerRefundId: string | null; problem: string | null; now: string },
) => sql<{ id: string }[]>`
  update order_refunds
  set state = ${input.state}::text, provider_refund_id = coalesce(provider_refund_id, ${input.providerRefundId}::text),
    problem = ${input.problem}::text,
    settled_at = case when ${input.state}::text in ('succeeded', 'failed', 'cancelled') then ${input.now}::timestamptz end
  where id = ${input.refundId}::uuid and (state = 'asked' or state = 'pending' and ${input.state}::text <> 'failed')
  returning id`

export const findAskedRefund = (sql: SqlRunner, { paymentIntentId }: { paymentIntentId: string }) => sql<
  { id: string }[]
>`
  select id from order_refunds where payment_intent_id = ${paymentIntentId}::text and state = 'asked' limit 1`
