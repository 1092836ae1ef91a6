import { camel } from '#database/camel.ts'
import type { SqlRunner } from '#database/sql.ts'
import type { Instant, Pence } from '#domain/formats.ts'

type RefundState = 'asked' | 'pending' | 'succeeded' | 'failed' | 'cancelled'

export type RefundRow = {
  id: string
  orderId: string
  /** Of a payment that was not booked. */
  discrepancyId: string | null
  paymentIntentId: string
  amountPence: Pence
  state: RefundState
  reason: string
  problem: string | null
  /** Null for a refund that was made at the provider itself. */
  requestedByName: string | null
  requestedAt: Instant
  /** When the provider last kept a server error under its key. */
  keyFailedAt: Instant | null
}

const columns = (sql: SqlRunner) => sql`
  id, order_id, discrepancy_id, payment_intent_id, amount_pence, state, reason, problem, requested_by_name, requested_at,
  key_failed_at`

export const listRefunds = (sql: SqlRunner, { orderId }: { orderId: string }) => camel(sql)<RefundRow[]>`
  select ${columns(sql)} from order_refunds where order_id = ${orderId}::uuid order by id desc`

export const readRefund = (sql: SqlRunner, { refundId }: { refundId: string }) => camel(sql)<RefundRow[]>`
  select ${columns(sql)} from order_refunds where id = ${refundId}::uuid`
