import type { SqlRunner } from '#database/sql.ts'
import type { Id, OrderStatus } from '#features/payments/server/queries.ts'

/** @param input.coversUntil end of the paid period or null */
export const markOrderPaid = (
  sql: SqlRunner,
  input: {
    orderId: string
    sessionId: string
    paymentIntentId: string | null
    subscriptionId: string | null
    coversUntil: string | null
    now: string
  },
) => sql<Id[]>`
  update orders
  set status = 'paid', paid_at = coalesce(paid_at, ${input.now}::timestamptz), checkout_session_id = ${input.sessionId}::text,
    payment_intent_id = coalesce(${input.paymentIntentId}::text, payment_intent_id),
      subscription_id = coalesce(${input.subscriptionId}::text, subscription_id),
    covers_until = ${input.coversUntil}::timestamptz, opening_until = null, updated_at = now()
  where id = ${input.orderId}::uuid and status in ('pending', 'expired', 'failed')
  returning id`

/**
 * @param input.coversUntil end of the latest period that this settles, or null
 * @param input.endedByPayment payment whose refund ended it, or null
 * @param input.endedByDispute dispute that ended it, or null
 */
export const setOrderStatus = (
  sql: SqlRunner,
  input: {
    orderId: string
    status: OrderStatus
    coversUntil: string | null
    endedByPayment: string | null
    endedByDispute: string | null
  },
) => sql<Record<string, never>[]>`
  update orders
  set status = ${input.status}::text, covers_until = greatest(covers_until, ${input.coversUntil}::timestamptz),
    ended_by_payment = ${input.endedByPayment}::text,
    ended_by_dispute = ${input.endedByDispute}::text, payment_failed_at = null,
    waits_since = case when ${input.status}::text in ('paid', 'cancelled') then waits_since end, updated_at = now()
  where id = ${input.orderId}::uuid`

export const notePaymentFailed = (sql: SqlRunner, { orderId, now }: { orderId: string; now: string }) => sql<
  Record<string, never>[]
>`
  update orders set payment_failed_at = coalesce(payment_failed_at, ${now}::timestamptz), updated_at = now()
    where id = ${orderId}::uuid`

/** No row when that was known. */
export const noteRenewal = (sql: SqlRunner, { orderId, isStopped }: { orderId: string; isStopped: boolean }) => sql<
  Id[]
>`
  update orders set renewal_stopped = ${isStopped}::boolean, updated_at = now()
  where id = ${orderId}::uuid and renewal_stopped <> ${isStopped}::boolean
  returning id`

export const extendOrder = (sql: SqlRunner, { orderId, coversUntil }: { orderId: string; coversUntil: string }) => sql<
  Id[]
>`
  update orders
  set status = 'paid', covers_until = ${coversUntil}::timestamptz, ended_by_payment = null, ended_by_dispute = null,
    payment_failed_at = null, updated_at = now()
  where id = ${orderId}::uuid and (covers_until is null or covers_until < ${coversUntil}::timestamptz)
  returning id`

/** Services that it has bought. A monthly one that has ended may be bought again. */
export const listBoughtServices = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<
  { service: string }[]
>`
  select distinct service
  from orders, unnest(string_to_array(metadata ->> 'services', ',')) as service
  where application_id = ${applicationId}::uuid and type = 'extras'
    and (status in ('paid', 'disputed') or (status = 'cancelled' and service <> 'advertising'))`

/**
 * Its register entry is listed first while a featured placement is paid for, and no longer once that was taken back. An entry for which
 * none was bought is left as it is.
 */
export const placeFeatured = (sql: SqlRunner, { applicationId, now }: { applicationId: string; now: string }) => sql<
  Record<string, never>[]
>`
  with bought as (
    select bool_or(status in ('paid', 'cancelled')) as stands
    from orders
    where application_id = ${applicationId}::uuid and type = 'extras' and status in ('paid', 'cancelled', 'refunded',
      'disputed')
      and 'featured' = any (string_to_array(metadata ->> 'services', ','))
  )
  update register_entries as e set featured = bought.stands, updated_at = ${now}::timestamptz
  from bought
  where e.application_id = ${applicationId}::uuid and e.featured <> bought.stands`
