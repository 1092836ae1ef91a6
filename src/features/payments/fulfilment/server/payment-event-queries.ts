import type { SqlRunner } from '#database/sql.ts'
import type { Id, Order } from '#features/payments/server/queries.ts'

export const findOrderOfSession = (sql: SqlRunner, { sessionId }: { sessionId: string }) => sql<
  Pick<Order, 'id' | 'application_id' | 'type' | 'status'>[]
>`
  select id, application_id, type, status from orders where checkout_session_id = ${sessionId}::text`

/**
 * No row when it is known already.
 * @param input.json the event as JSON text
 */
export const addPaymentEvent = (
  sql: SqlRunner,
  { eventId, type, json }: { eventId: string; type: string; json: string },
) => sql<Id[]>`
  insert into payment_events (id, type, payload)
  values (${eventId}::text, ${type}::text, ${json}::text::jsonb)
  on conflict (id) do nothing
  returning id`

/** Events about a payment that was not known yet become unprocessed again. */
export const wakeEarlyEvents = (sql: SqlRunner, { paymentIntentId }: { paymentIntentId: string }) => sql<Id[]>`
  update payment_events set processed_at = null, outcome = null
  where outcome = 'early' and payload -> 'data' -> 'object' ->> 'payment_intent' = ${paymentIntentId}::text
  returning id`
