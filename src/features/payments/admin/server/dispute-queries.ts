import type { Fragment, SqlRunner } from '#database/sql.ts'
import type { Instant, Pence } from '#domain/formats.ts'

/** Of an order `o`. */
export const hasOpenDispute = (sql: SqlRunner): Fragment => sql`
  exists (select from order_disputes where order_id = o.id and ended_at is null)`

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
  { orderId, limit, offset }: { orderId: string | null; limit: number; offset: number },
) => sql<DisputeRow[]>`
  select d.id, d.order_id, d.payment_intent_id, d.amount_pence, d.reason, d.status, d.due_by, d.opened_at,
    d.ended_at, o.type, a.reference
  from order_disputes d
  left join orders o on o.id = d.order_id
  left join applications a on a.id = o.application_id
  ${orderId === null ? sql`` : sql`where d.order_id = ${orderId}::uuid`}
  order by d.ended_at is not null, case when d.ended_at is null then d.due_by end, d.opened_at desc, d.id
  limit ${limit}::int offset ${offset}::int`

export const countDisputes = (sql: SqlRunner, { limit }: { limit: number }) => sql<{ count: number }[]>`
  select count(*)::int as count from (select from order_disputes limit ${limit}::int) as found`

export const countOpenDisputes = (sql: SqlRunner) => sql<{ count: number }[]>`
  select count(*)::int as count from order_disputes where ended_at is null`
