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

export const findRefund = (sql: SqlRunner, { requestKey }: { requestKey: string }) => camel(sql)<StoredRefund[]>`
  select id, order_id, discrepancy_id, payment_intent_id, amount_pence, state, problem, requested_at, key_failed_at
  from order_refunds where request_key = ${requestKey}::uuid`

export const addRefund = (
  sql: SqlRunner,
  input: {
    orderId: string
    discrepancyId: string | null
    paymentIntentId: string
    amountPence: number
    reason: string
    requestKey: string
    personId: string | null
    personName: string
    now: string
  },
) => sql<{ id: string }[]>`
  insert into order_refunds (
    order_id, discrepancy_id, payment_intent_id, amount_pence, state, reason, request_key, requested_by, requested_by_name,
      requested_at)
  values (${input.orderId}::uuid, ${input.discrepancyId}::uuid, ${input.paymentIntentId}::text, ${input.amountPence}::int,
    'asked', ${input.reason}::text, ${input.requestKey}::uuid, ${input.personId}::text, ${input.personName}::text,
    ${input.now}::timestamptz)
  on conflict (request_key) do nothing
  returning id`

/** The provider's answer to our request. What its own events of the refund have recorded since (`noteRefund`) stays. */
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

/** An event of a refund: one of ours, or one that was made at the provider (`refundId` null). */
export const noteRefund = (
  sql: SqlRunner,
  input: {
    providerRefundId: string
    refundId: string | null
    orderId: string
    paymentIntentId: string
    amountPence: number
    state: RefundState
    problem: string | null
    madeAt: string
    now: string
  },
) => sql<Record<string, never>[]>`
  with ours as (
    update order_refunds
    set provider_refund_id = ${input.providerRefundId}::text, state = ${input.state}::text, problem = ${input.problem}::text,
      settled_at = case when ${input.state}::text in ('succeeded', 'failed', 'cancelled') then coalesce(settled_at,
        ${input.now}::timestamptz) end
    where (provider_refund_id = ${input.providerRefundId}::text or id = ${input.refundId}::uuid and provider_refund_id is null)
      and (
        state in ('asked', 'pending') or state = 'succeeded' and ${input.state}::text = 'failed'
        -- Given up without an answer, and made all the same.
        or state = 'failed' and provider_refund_id is null
      )
    returning id
  )
  insert into order_refunds (
    order_id, discrepancy_id, payment_intent_id, amount_pence, state, problem, provider_refund_id, requested_at, settled_at)
  select ${input.orderId}::uuid,
    (select id from payment_discrepancies
     where payment_intent_id = ${input.paymentIntentId}::text and kind <> 'not-approved' order by id limit 1),
    ${input.paymentIntentId}::text, ${input.amountPence}::int, ${input.state}::text,
    ${input.problem}::text, ${input.providerRefundId}::text, ${input.madeAt}::timestamptz,
    case when ${input.state}::text = 'succeeded' then ${input.madeAt}::timestamptz
      when ${input.state}::text in ('failed', 'cancelled') then ${input.now}::timestamptz end
  where not exists (select from ours)
    and not exists (select from order_refunds where provider_refund_id = ${input.providerRefundId}::text
      or id = ${input.refundId}::uuid)
  on conflict (provider_refund_id) do nothing`

export const findAskedRefund = (sql: SqlRunner, { paymentIntentId }: { paymentIntentId: string }) => sql<
  { id: string }[]
>`
  select id from order_refunds where payment_intent_id = ${paymentIntentId}::text and state = 'asked' limit 1`

export const noteRefundKeyFailed = (sql: SqlRunner, { refundId, now }: { refundId: string; now: string }) => sql<
  Record<string, never>[]
>`
  update order_refunds set key_failed_at = ${now}::timestamptz where id = ${refundId}::uuid and state = 'asked'`

export const listAskedRefunds = (sql: SqlRunner, { before, limit }: { before: string; limit: number }) => sql<
  { id: string }[]
>`
  select id from order_refunds where state = 'asked' and requested_at < ${before}::timestamptz order by requested_at
    limit ${limit}::int`
