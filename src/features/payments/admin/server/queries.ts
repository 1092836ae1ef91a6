import type { Fragment, SqlRunner } from '#database/sql.ts'
import type { Instant, Pence } from '#domain/formats.ts'
import type { PaymentsPlace } from '../rules.ts'

export type DisputeRow = {
  id: string
  /** Null where the order does not exist here. */
  order_id: string | null
  payment_intent_id: string
  amount_pence: Pence
  /** The provider's words (`disputeWords`). */
  reason: string
  status: string
  /** Until when it can be answered; null where the bank takes no answer. */
  due_by: Instant | null
  opened_at: Instant
  ended_at: Instant | null
  type: string | null
  reference: string | null
}

/** Disputes of one order or of all: those open first that have to be answered first, then the newest. */
export const listDisputes = (
  sql: SqlRunner,
  { orderId, limit, offset }: { orderId?: string; limit: number; offset: number },
) => sql<DisputeRow[]>`
  select d.id, d.order_id, d.payment_intent_id, d.amount_pence, d.reason, d.status, d.due_by, d.opened_at,
    d.ended_at, o.type, a.reference
  from order_disputes d
  left join orders o on o.id = d.order_id
  left join applications a on a.id = o.application_id
  ${orderId ? sql`where d.order_id = ${orderId}::uuid` : sql``}
  order by d.ended_at is not null, case when d.ended_at is null then d.due_by end, d.opened_at desc, d.id
  limit ${limit}::int offset ${offset}::int`

export type PaymentEventRow = {
  id: string
  type: string
  received_at: string
  processed_at: string | null
  outcome: string | null
  order_id: string | null
}

type EventQuery = Partial<Pick<PaymentsPlace, 'state' | 'type'>> & { orderId?: string }

export const listPaymentEvents = (
  sql: SqlRunner,
  { newestFirst, limit, offset, ...query }: EventQuery & { newestFirst: boolean; limit: number; offset: number },
) => sql<PaymentEventRow[]>`
  select id, type, received_at, processed_at, outcome, order_id
  from payment_events
  where ${fitsEvents(sql, query)}
  ${newestFirst ? sql`order by received_at desc, id desc` : sql`order by received_at, id`}
  limit ${limit}::int offset ${offset}::int`

/** Of `payment_events`. */
export function fitsEvents(sql: SqlRunner, { state, type, orderId }: EventQuery): Fragment {
  // Processed, but a person has to look (`listDiscrepancies` says at what).
  const needsAttention = sql`coalesce(outcome, '') in ('mismatch', 'paid-twice', 'unknown-order')`
  return sql`true ${state === 'waiting' ? sql`and processed_at is null` : sql``}
    ${state === 'attention' ? sql`and processed_at is not null and ${needsAttention}` : sql``}
    ${state === 'done' ? sql`and processed_at is not null and not ${needsAttention}` : sql``}
    ${type ? sql`and type = ${type}::text` : sql``} ${orderId ? sql`and order_id = ${orderId}::uuid` : sql``}`
}
