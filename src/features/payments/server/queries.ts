import type { SqlRunner } from '../../../database/sql.ts'
import type { ApplicationFacts } from '../../../domain/application-state.ts'
import type { EventDraft } from '../../applications/schema.ts'

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

export type Coupon = {
  code: string
  description: string
  percent_off: number
  once_per_organisation: boolean
  is_free: boolean
}

type Id = { id: string }

export const readFunnelApplication = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<
  FunnelApplication[]
>`
  select
    a.id, a.reference, a.coupon_code, a.event_draft, a.organisation_id,
    f.status, f.is_listing_paid, f.is_waiting, f.is_checkout_closed, f.register_status,
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
>

/** As its order summary shows them, oldest first. What is due is the price less the discount. */
export const listOrders = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<SummaryOrder[]>`
  select id, type, amount_pence - discount_pence as amount_pence, status, coupon_code, metadata, created_at, covers_until,
    renewal_stopped,
    payment_failed_at
  from orders
  where application_id = ${applicationId}::uuid
  order by created_at, id`

const lockRow = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<{ id: string }[]>`
  select id from applications where id = ${applicationId}::uuid for update`

const readLocked = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<LockedApplication[]>`
  select
    a.id, a.organisation_id, f.status, f.is_listing_paid, f.is_waiting, f.is_checkout_closed, f.register_status,
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
  { orderId, applicationId, type }: { orderId: string; applicationId: string; type: string },
) => sql<Pick<Order, 'id' | 'status' | 'checkout_session_id'>[]>`
  select id, status, checkout_session_id from orders
  where application_id = ${applicationId}::uuid and type = ${type}::text and type <> 'extras' and id <> ${orderId}::uuid
    and status in ('pending', 'paid', 'disputed')`

/** Subscriptions of ended orders of the same product, which a new order takes the place of. */
export const listEndedSubscriptions = (
  sql: SqlRunner,
  { orderId, applicationId, type }: { orderId: string; applicationId: string; type: string },
) => sql<{ subscription_id: string }[]>`
  select subscription_id from orders
  where application_id = ${applicationId}::uuid and type = ${type}::text and type <> 'extras' and id <> ${orderId}::uuid
    and status in ('refunded', 'cancelled') and subscription_id is not null`

/**
 * No row when somebody of that name holds it already.
 * @param input.amountPence price in pence
 * @param input.redeemer who holds a code that is once per organisation from now on, or null
 * @param input.metadataJson metadata as JSON text
 */
export const addOrder = (
  sql: SqlRunner,
  input: {
    id: string
    applicationId: string
    organisationId: string
    type: string
    amountPence: number
    discountPence: number
    couponCode: string | null
    redeemer: string | null
    metadataJson: string
  },
) => sql<Order[]>`
  with redeemed as (
    insert into coupon_redemptions (coupon_code, redeemer, organisation_id, order_id)
    select ${input.couponCode}::text, ${input.redeemer}::text, ${input.organisationId}::uuid, ${input.id}::uuid
      where ${input.redeemer}::text is not null
    on conflict (coupon_code, redeemer) do nothing
    returning order_id
  )
  insert into orders (id, application_id, organisation_id, type, amount_pence, discount_pence, coupon_code, metadata)
  select ${input.id}::uuid, ${input.applicationId}::uuid, ${input.organisationId}::uuid, ${input.type}::text,
    ${input.amountPence}::int, ${input.discountPence}::int, ${input.couponCode}::text, ${input.metadataJson}::text::jsonb
  where ${input.redeemer}::text is null or exists (select from redeemed)
  returning
    id, application_id, organisation_id, type, status, amount_pence, discount_pence, currency, coupon_code, metadata,
    checkout_session_id, checkout_url, checkout_expires_at, payment_intent_id, subscription_id, opening_until, covers_until,
    created_at, ended_by_payment, ended_by_dispute, payment_failed_at, renewal_stopped`

/** Takes the right to open its payment page, unless another request holds it. */
export const claimOpening = (sql: SqlRunner, { orderId, seconds }: { orderId: string; seconds: number }) => sql<Id[]>`
  update orders
  set opening_until = now() + make_interval(secs => ${seconds}::int)
  where id = ${orderId}::uuid and status = 'pending' and checkout_session_id is null
    and (opening_until is null or opening_until <= now())
  returning id`

export const releaseOpening = (sql: SqlRunner, { orderId }: { orderId: string }) => sql<Record<string, never>[]>`
  update orders set opening_until = null where id = ${orderId}::uuid`

/** What became of the request that opens its payment page. */
export const readOpening = (sql: SqlRunner, { orderId }: { orderId: string }) => sql<
  { status: OrderStatus; checkout_url: string | null; is_opening: boolean | null }[]
>`
  select status, checkout_url, opening_until > now() as is_opening from orders where id = ${orderId}::uuid`

export const saveSession = (
  sql: SqlRunner,
  { orderId, sessionId, url, expiresAt }: { orderId: string; sessionId: string; url: string; expiresAt: string },
) => sql<Id[]>`
  update orders
  set checkout_session_id = ${sessionId}::text, checkout_url = ${url}::text, checkout_expires_at = ${expiresAt}::timestamptz,
    opening_until = null, updated_at = now()
  where id = ${orderId}::uuid and status = 'pending' and (checkout_session_id is null
    or checkout_session_id = ${sessionId}::text)
  returning id`

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

/** The first one stays. */
export const keepCustomer = (
  sql: SqlRunner,
  { organisationId, customerId }: { organisationId: string; customerId: string },
) => sql<{ stripe_customer_id: string }[]>`
  update organisations set stripe_customer_id = coalesce(stripe_customer_id, ${customerId}::text), updated_at = now()
  where id = ${organisationId}::uuid
  returning stripe_customer_id`

/** The provider does not know this customer any more; the next order has one made. */
export const forgetCustomer = (
  sql: SqlRunner,
  { organisationId, customerId }: { organisationId: string; customerId: string },
) => sql<Record<string, never>[]>`
  update organisations set stripe_customer_id = null, updated_at = now()
  where id = ${organisationId}::uuid and stripe_customer_id = ${customerId}::text`

/** Closes an application's checkout. @returns the payment pages that nobody may pay any more. */
export const closeCheckout = (sql: SqlRunner, { applicationId, now }: { applicationId: string; now: string }) => sql<
  { session_id: string }[]
>`
  with closed as (
    update applications set checkout_closed_at = coalesce(checkout_closed_at, ${now}::timestamptz)
      where id = ${applicationId}::uuid
  ), ended as (
    update orders set status = 'expired', opening_until = null, updated_at = now()
    where application_id = ${applicationId}::uuid and status = 'pending'
    returning id, checkout_session_id
  ), released as (
    delete from coupon_redemptions where order_id in (select id from ended)
  )
  select checkout_session_id as session_id from ended where checkout_session_id is not null`

/** Two orders that want its last use are decided one after the other. */
export const lockCoupon = (sql: SqlRunner, { code }: { code: string }) => sql<{ code: string }[]>`
  select code from coupons where code = ${code}::text for update`

/**
 * A code as this application may use it now. `is_free` is false when the redeemer has used it, or the organisation holds it for
 *   another application.
 */
export const readCoupon = (
  sql: SqlRunner,
  input: {
    code: string
    product: string
    organisationId: string
    applicationId: string
    now: string
    redeemer: string
  },
) => sql<Coupon[]>`
  select
    c.code, c.description, c.percent_off, c.once_per_organisation,
    not c.once_per_organisation or (
      not exists (
        select from coupon_redemptions r
        join orders o on o.id = r.order_id
        where r.coupon_code = c.code and (r.redeemer = ${input.redeemer}::text
          or r.organisation_id = ${input.organisationId}::uuid)
          and not (o.status = 'pending' and o.application_id = ${input.applicationId}::uuid)
      )
      and not exists (
        select from orders o
        where o.coupon_code = c.code and o.organisation_id = ${input.organisationId}::uuid
          and o.application_id <> ${input.applicationId}::uuid
          and o.status in ('pending', 'paid', 'disputed')
      )
    ) as is_free
  from coupons c
  where c.code = ${input.code}::text and ${input.product}::text = any (c.applies_to)
    and c.starts_at <= ${input.now}::timestamptz and (c.ends_at is null or c.ends_at > ${input.now}::timestamptz)
    and (
      c.max_uses is null
      or c.max_uses > (
        select count(*) from orders o
        where o.coupon_code = c.code and o.status not in ('expired', 'failed')
          -- The order that this one takes the place of.
          and not (o.application_id = ${input.applicationId}::uuid and o.type = ${input.product}::text and o.status = 'pending')
      )
    )`

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

/** Services that it has bought. A monthly one that has ended may be bought again. */
export const listBoughtServices = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<
  { service: string }[]
>`
  select distinct service
  from orders, unnest(string_to_array(metadata ->> 'services', ',')) as service
  where application_id = ${applicationId}::uuid and type = 'extras'
    and (status in ('paid', 'disputed') or (status = 'cancelled' and service <> 'advertising'))`

/**
 * Its register entry stands first while a featured placement is paid for, and no longer when that was taken back. An entry for
 *   which it was never bought is left as it is.
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

/** The session that its listing was paid with, the latest one. */
export const findListingSession = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<
  { session_id: string }[]
>`
  select checkout_session_id as session_id
  from orders
  where application_id = ${applicationId}::uuid and type = 'listing' and status = 'paid' and checkout_session_id is not null
  order by paid_at desc
  limit 1`

/** Payment pages of its open orders. */
export const listOpenSessions = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<
  { id: string; session_id: string }[]
>`
  select id, checkout_session_id as session_id
  from orders
  where application_id = ${applicationId}::uuid and status = 'pending' and checkout_session_id is not null
  order by created_at`

/**
 * Organisations with this address that are customers at the payment provider, the one that ordered last first. Whom the visitor
 *   may act for is not decided here.
 */
export const findBillingCustomers = (
  sql: SqlRunner,
  { email, applicationId }: { email: string; applicationId: string | null },
) => sql<{ id: string; customer_id: string }[]>`
  select o.id, o.stripe_customer_id as customer_id
  from organisations o
  where lower(o.email) = lower(${email}::text) and o.stripe_customer_id is not null
    ${applicationId === null ? sql`` : sql`and o.id = (select organisation_id from applications where id = ${applicationId}::uuid)`}
  order by (select max(created_at) from orders where organisation_id = o.id) desc nulls last, o.id
  limit 500`

/**
 * Sessions of open orders of which nothing has been heard, those first that were never asked about, or longest ago. They count as
 *   asked about from now on.
 */
export const takeStaleSessions = (
  sql: SqlRunner,
  { before, limit, now }: { before: string; limit: number; now: string },
) => sql<{ session_id: string }[]>`
  with stale as (
    select id from orders
    where status = 'pending' and checkout_session_id is not null and created_at < ${before}::timestamptz
    order by asked_at nulls first, created_at
    limit ${limit}::int
    for update skip locked
  )
  update orders set asked_at = ${now}::timestamptz
  from stale where orders.id = stale.id
  returning checkout_session_id as session_id`

/** Events that nobody has worked off. */
export const listStaleEvents = (sql: SqlRunner, { before, limit }: { before: string; limit: number }) => sql<Id[]>`
  select id from payment_events
  where processed_at is null and received_at < ${before}::timestamptz
  order by received_at
  limit ${limit}::int`

export type DueReminder = Pick<
  Order,
  'id' | 'application_id' | 'type' | 'metadata' | 'amount_pence' | 'discount_pence' | 'covers_until' | 'renewal_stopped'
>

/** Takes listings whose payers are to be reminded now. */
export const takeDueReminders = (
  sql: SqlRunner,
  { now, days, limit }: { now: string; days: number; limit: number },
) => sql<DueReminder[]>`
  with due as (
    select id from orders
    where status = 'paid' and type = 'listing' and subscription_id is not null and payment_failed_at is null
      and covers_until > ${now}::timestamptz and covers_until <= ${now}::timestamptz + make_interval(days => ${days}::int)
      and (reminded_of is distinct from covers_until or reminded_days > ${days}::int)
    order by covers_until
    limit ${limit}::int
    for update skip locked
  )
  update orders set reminded_of = covers_until, reminded_days = ${days}::int
  from due where orders.id = due.id
  returning orders.id, application_id, type, metadata, amount_pence, discount_pence, covers_until, renewal_stopped`

/** Since when a paid listing waits for its entry. The first moment stays. */
export const noteWait = (sql: SqlRunner, { orderId, since }: { orderId: string; since: string }) => sql<
  Record<string, never>[]
>`
  update orders
  set waits_since = ${since}::timestamptz, wait_reminders = 0, wait_reminded_at = null, updated_at = now()
  where id = ${orderId}::uuid and waits_since is null`

/** No order of it waits for its entry any more. */
export const endWaits = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<Record<string, never>[]>`
  update orders set waits_since = null, updated_at = now() where application_id = ${applicationId}::uuid
    and waits_since is not null`

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

/**
 * Applications whose paid listing waits, of that address or company, or all.
 * @param input.email address in small letters or null
 * @param input.companyKey company number or null
 */
export const listWaitingApplications = (
  sql: SqlRunner,
  { email, companyKey }: { email: string | null; companyKey: string | null },
) => sql<Id[]>`
  select o.application_id as id
  from orders as o
  join organisations as g on g.id = o.organisation_id
  where o.waits_since is not null
    ${email === null ? sql`` : sql`and lower(g.email) = ${email}::text`}
    ${companyKey === null ? sql`` : sql`and g.company_key = ${companyKey}::text`}
  order by o.waits_since`

/** The code that it used may be used again. */
export const releaseRedemption = (sql: SqlRunner, { orderId }: { orderId: string }) => sql<Record<string, never>[]>`
  delete from coupon_redemptions where order_id = ${orderId}::uuid`

/**
 * Listings that have waited so long, of which fewer than so many reminders were sent, and none within the last days: they count as
 *   reminded.
 * @param input.days days waited
 * @param input.daysApart days since the one before
 */
export const takeWaitReminders = (
  sql: SqlRunner,
  input: { now: string; days: number; reminders: number; daysApart: number; limit: number },
) => sql<(Id & { application_id: string; waits_since: string })[]>`
  with due as (
    select id from orders
    where waits_since is not null and waits_since <= ${input.now}::timestamptz - make_interval(days => ${input.days}::int)
      and wait_reminders = ${input.reminders}::int - 1
      and (wait_reminded_at is null
        or wait_reminded_at <= ${input.now}::timestamptz - make_interval(days => ${input.daysApart}::int))
    order by waits_since
    limit ${input.limit}::int
    for update skip locked
  )
  update orders set wait_reminders = ${input.reminders}::int, wait_reminded_at = ${input.now}::timestamptz
  from due where orders.id = due.id
  returning orders.id, application_id, waits_since`

/**
 * Listings whose time is up.
 * @param input.days days waited
 * @param input.daysApart days since the last of them
 */
export const listOutwaited = (
  sql: SqlRunner,
  input: { now: string; days: number; reminders: number; daysApart: number; limit: number },
) => sql<Id[]>`
  select id from orders
  where waits_since is not null and waits_since <= ${input.now}::timestamptz - make_interval(days => ${input.days}::int)
    and wait_reminders >= ${input.reminders}::int
      and wait_reminded_at <= ${input.now}::timestamptz - make_interval(days => ${input.daysApart}::int)
  order by waits_since
  limit ${input.limit}::int`
