import type { SqlRunner } from '#database/sql.ts'
import type { ApplicationFacts } from '#domain/application-facts.ts'
import type { EventDraft } from '#features/applications/schema.ts'

export type OrderStatus = 'pending' | 'paid' | 'failed' | 'expired' | 'refunded' | 'disputed' | 'cancelled'

/** Times are ISO 8601 in UTC, amounts pence. */
export type Order = {
  id: string
  application_id: string
  organisation_id: string
  type: string
  status: OrderStatus
  amount_pence: number
  discount_pence: number
  currency: string
  coupon_code: string | null
  metadata: Record<string, string>
  checkout_session_id: string | null
  checkout_url: string | null
  checkout_expires_at: string | null
  payment_intent_id: string | null
  subscription_id: string | null
  opening_until: string | null
  covers_until: string | null
  created_at: string
  /** The payment whose refund ended it. */
  ended_by_payment: string | null
  /** The dispute that ended it, or that it rests for. */
  ended_by_dispute: string | null
  /** Since when a renewal has not been paid. */
  payment_failed_at: string | null
  /** The payer has stopped the renewal. */
  renewal_stopped: boolean
}

export type LockedApplication = ApplicationFacts & {
  id: string
  organisation_id: string
  organisation_name: string
  organisation_email: string
  stripe_customer_id: string | null
  company_key: string | null
}

export type FunnelApplication = ApplicationFacts & {
  id: string
  reference: string
  coupon_code: string | null
  event_draft: EventDraft
  organisation_id: string
  organisation_name: string
  organisation_email: string
  stripe_customer_id: string | null
  company_key: string | null
  /** The organisation's address is known to be read. */
  is_address_confirmed: boolean
  entry_number: string | null
  entry_slug: string | null
  entry_valid_until: string | null
}

export type Id = { id: string }

export const readFunnelApplication = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<
  FunnelApplication[]
>`
  select
    a.id, a.reference, a.coupon_code, a.event_draft, a.organisation_id,
    f.status, f.is_withdrawn as "isWithdrawn", f.is_listing_paid as "isListingPaid", f.is_waiting as "isWaiting",
    f.is_checkout_closed as "isCheckoutClosed", f.register_status as "registerStatus", f.assessment,
    f.event_day as "eventDay",
    o.name as organisation_name, o.email as organisation_email, o.stripe_customer_id, o.company_key,
    exists (select from confirmed_addresses c where c.email = lower(o.email)) as is_address_confirmed,
    e.number as entry_number, e.slug as entry_slug, e.valid_until as entry_valid_until
  from applications a
  join application_facts f on f.application_id = a.id
  join organisations o on o.id = a.organisation_id
  left join register_entries e on e.application_id = a.id
  where a.id = ${applicationId}::uuid`

/** An order as its summary shows it: the amount is what was due. */
export type SummaryOrder = Pick<
  Order,
  | 'id'
  | 'type'
  | 'amount_pence'
  | 'status'
  | 'coupon_code'
  | 'metadata'
  | 'created_at'
  | 'covers_until'
  | 'renewal_stopped'
  | 'payment_failed_at'
> & {
  /** Of a Gold award, ISO times in UTC: until when it waits for its score, and since when it is given. */
  gold_until: string | null
  gold_given_at: string | null
}

/** As its order summary shows them, oldest first. What is due is the price less the discount. */
export const listOrders = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<SummaryOrder[]>`
  select o.id, type, amount_pence - discount_pence as amount_pence, status, coupon_code, metadata, created_at, covers_until,
    renewal_stopped, payment_failed_at, g.waits_until as gold_until, g.given_at as gold_given_at
  from orders as o left join gold_awards as g on g.order_id = o.id
  where o.application_id = ${applicationId}::uuid
  order by created_at, o.id`

const lockRow = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<{ id: string }[]>`
  select id from applications where id = ${applicationId}::uuid for update`

const readLocked = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<LockedApplication[]>`
  select
    a.id, a.organisation_id, f.status, f.is_withdrawn as "isWithdrawn", f.is_listing_paid as "isListingPaid",
    f.is_waiting as "isWaiting", f.is_checkout_closed as "isCheckoutClosed", f.register_status as "registerStatus",
    f.assessment, f.event_day as "eventDay",
    o.name as organisation_name, o.email as organisation_email, o.stripe_customer_id, o.company_key
  from applications a
  join application_facts f on f.application_id = a.id
  join organisations o on o.id = a.organisation_id
  where a.id = ${applicationId}::uuid`

/**
 * Everything that changes an application's orders holds this lock first. Read by a statement of its own: one that waits for the lock
 * goes on with what it saw before it waited.
 */
export async function lockApplication(sql: SqlRunner, input: { applicationId: string }): Promise<LockedApplication[]> {
  await lockRow(sql, input)
  return await readLocked(sql, input)
}

export const lockApplicationOfOrder = (sql: SqlRunner, { orderId }: { orderId: string }) => sql<
  { id: string; status: string }[]
>`
  select a.id, a.status
  from applications a
  where a.id = (select application_id from orders where id = ${orderId}::uuid)
  for update`

export const readOrder = (sql: SqlRunner, { orderId }: { orderId: string }) => sql<Order[]>`
  select
    id, application_id, organisation_id, type, status, amount_pence, discount_pence, currency, coupon_code, metadata,
    checkout_session_id, checkout_url, checkout_expires_at, payment_intent_id, subscription_id, opening_until, covers_until,
    created_at, ended_by_payment, ended_by_dispute, payment_failed_at, renewal_stopped
  from orders
  where id = ${orderId}::uuid`

export const findOrderOfSession = (sql: SqlRunner, { sessionId }: { sessionId: string }) => sql<
  Pick<Order, 'id' | 'application_id' | 'type' | 'status'>[]
>`
  select id, application_id, type, status from orders where checkout_session_id = ${sessionId}::text`

/**
 * The order that is open, paid or in dispute, if there is one. Services may be bought again and again, each once: of these the
 *   open order alone counts.
 */
export const readLiveOrder = (sql: SqlRunner, { applicationId, type }: { applicationId: string; type: string }) => sql<
  Order[]
>`
  select
    id, application_id, organisation_id, type, status, amount_pence, discount_pence, currency, coupon_code, metadata,
    checkout_session_id, checkout_url, checkout_expires_at, payment_intent_id, subscription_id, opening_until, covers_until,
    created_at, ended_by_payment, ended_by_dispute, payment_failed_at, renewal_stopped
  from orders
  where application_id = ${applicationId}::uuid and type = ${type}::text and status in ('pending', 'paid', 'disputed')
    and (type <> 'extras' or status = 'pending')
  order by status = 'pending', created_at desc
  limit 1`

/** Other orders of the same product that are open, paid or in dispute. */
export const listOtherLiveOrders = (
  sql: SqlRunner,
  { id, application_id, type }: Pick<Order, 'id' | 'application_id' | 'type'>,
) => sql<Pick<Order, 'id' | 'status' | 'checkout_session_id'>[]>`
  select id, status, checkout_session_id from orders
  where application_id = ${application_id}::uuid and type = ${type}::text and type <> 'extras' and id <> ${id}::uuid
    and status in ('pending', 'paid', 'disputed')`

/** Ends an open order; the code that it held may be used again. */
export const endUnpaidOrder = (
  sql: SqlRunner,
  { orderId, status }: { orderId: string; status: 'expired' | 'failed' },
) => sql<Id[]>`
  with ended as (
    update orders set status = ${status}::text, opening_until = null, updated_at = now()
    where id = ${orderId}::uuid and status = 'pending'
    returning id
  ), released as (
    delete from coupon_redemptions where order_id in (select id from ended)
  )
  select id from ended`

/** Payment pages of its open orders. */
export const listOpenSessions = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<
  { id: string; session_id: string }[]
>`
  select id, checkout_session_id as session_id
  from orders
  where application_id = ${applicationId}::uuid and status = 'pending' and checkout_session_id is not null
  order by created_at`

/** The listing order that is paid, or that has ended with a paid period which still runs. */
export const readPayingListing = (
  sql: SqlRunner,
  { applicationId, now }: { applicationId: string; now: string },
) => sql<(Order & { /** Since when it waits to be published. */ waits_since: string | null })[]>`
  select
    id, application_id, organisation_id, type, status, amount_pence, discount_pence, currency, coupon_code, metadata,
    checkout_session_id, checkout_url, checkout_expires_at, payment_intent_id, subscription_id, opening_until, covers_until,
    created_at, ended_by_payment, ended_by_dispute, payment_failed_at, renewal_stopped, waits_since
  from orders
  where application_id = ${applicationId}::uuid and type = 'listing' and covers_until is not null
    and (status = 'paid' or (status = 'cancelled' and waits_since is not null and covers_until > ${now}::timestamptz))
  order by status = 'paid' desc, created_at desc
  limit 1`
