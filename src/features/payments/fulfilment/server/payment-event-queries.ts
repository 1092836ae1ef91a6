import type { SqlRunner } from '#database/sql.ts'
import type { Id, Order } from '#features/payments/server/queries.ts'

export const findOrderOfPayment = (sql: SqlRunner, { paymentIntentId }: { paymentIntentId: string }) => sql<Id[]>`
  select id from orders where payment_intent_id = ${paymentIntentId}::text`

export const findOrderOfSubscription = (sql: SqlRunner, { subscriptionId }: { subscriptionId: string }) => sql<Id[]>`
  select id from orders where subscription_id = ${subscriptionId}::text`

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

export const readPaymentEvent = (sql: SqlRunner, { eventId }: { eventId: string }) => sql<
  { id: string; type: string; payload: unknown; processed_at: string | null }[]
>`
  select id, type, payload, processed_at from payment_events where id = ${eventId}::text`

/** Which order it was about. */
export const finishPaymentEvent = (
  sql: SqlRunner,
  { eventId, outcome, now, providerIds }: { eventId: string; outcome: string; now: string; providerIds: string[] },
) => sql<Record<string, never>[]>`
  update payment_events
  set processed_at = ${now}::timestamptz, outcome = ${outcome}::text,
    order_id = coalesce(order_id, (
      select id from orders
      where checkout_session_id = any (${providerIds}::text[]) or payment_intent_id = any (${providerIds}::text[])
        or subscription_id = any (${providerIds}::text[])
      limit 1))
  where id = ${eventId}::text`

/** Events about a payment that was not known yet become unprocessed again. */
export const wakeEarlyEvents = (sql: SqlRunner, { paymentIntentId }: { paymentIntentId: string }) => sql<Id[]>`
  update payment_events set processed_at = null, outcome = null
  where outcome = 'early' and payload -> 'data' -> 'object' ->> 'payment_intent' = ${paymentIntentId}::text
  returning id`

/** Events that nobody has processed. */
export const listStaleEvents = (sql: SqlRunner, { before, limit }: { before: string; limit: number }) => sql<Id[]>`
  select id from payment_events
  where processed_at is null and received_at < ${before}::timestamptz
  order by received_at
  limit ${limit}::int`
