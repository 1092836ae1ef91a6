import { camel } from '#database/camel.ts'
import type { SqlRunner } from '#database/sql.ts'
import type { Id, Order, OrderStatus } from '#features/payments/server/queries.ts'

export type Coupon = {
  code: string
  description: string
  percentOff: number
  oncePerOrganisation: boolean
  isFree: boolean
}

/** No row when this `redeemer` (null for a code without one) holds the code already. */
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
) => camel(sql)<Order[]>`
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

export const claimOpening = (sql: SqlRunner, { orderId, seconds }: { orderId: string; seconds: number }) => sql<Id[]>`
  update orders
  set opening_until = now() + make_interval(secs => ${seconds}::int)
  where id = ${orderId}::uuid and status = 'pending' and checkout_session_id is null
    and (opening_until is null or opening_until <= now())
  returning id`

export const releaseOpening = (sql: SqlRunner, { orderId }: { orderId: string }) => sql<Record<string, never>[]>`
  update orders set opening_until = null where id = ${orderId}::uuid`

export const readOpening = (sql: SqlRunner, { orderId }: { orderId: string }) => camel(sql)<
  { status: OrderStatus; checkoutUrl: string | null; isOpening: boolean | null }[]
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

/** The first one is kept. */
export const keepCustomer = (
  sql: SqlRunner,
  { organisationId, customerId }: { organisationId: string; customerId: string },
) => camel(sql)<{ stripeCustomerId: string }[]>`
  update organisations set stripe_customer_id = coalesce(stripe_customer_id, ${customerId}::text), updated_at = now()
  where id = ${organisationId}::uuid
  returning stripe_customer_id`

export const forgetCustomer = (
  sql: SqlRunner,
  { organisationId, customerId }: { organisationId: string; customerId: string },
) => sql<Record<string, never>[]>`
  update organisations set stripe_customer_id = null, updated_at = now()
  where id = ${organisationId}::uuid and stripe_customer_id = ${customerId}::text`

/** @returns the payment pages that nobody may pay any more. */
export const closeCheckout = (sql: SqlRunner, { applicationId, now }: { applicationId: string; now: string }) => camel(
  sql,
)<{ sessionId: string }[]>`
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

/** `isFree` is false when the redeemer has used the code, or the organisation holds it for another application. */
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
) => camel(sql)<Coupon[]>`
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

export const findListingSession = (sql: SqlRunner, { applicationId }: { applicationId: string }) => camel(sql)<
  { sessionId: string }[]
>`
  select checkout_session_id as session_id
  from orders
  where application_id = ${applicationId}::uuid and type = 'listing' and status = 'paid' and checkout_session_id is not null
  order by paid_at desc
  limit 1`

/** Customers of this address, the one that ordered last first; for which of them the visitor may act is not decided here. */
export const findBillingCustomers = (
  sql: SqlRunner,
  { email, applicationId }: { email: string; applicationId: string | null },
) => camel(sql)<{ id: string; customerId: string }[]>`
  select o.id, o.stripe_customer_id as customer_id
  from organisations o
  where lower(o.email) = lower(${email}::text) and o.stripe_customer_id is not null
    ${applicationId === null ? sql`` : sql`and o.id = (select organisation_id from applications where id = ${applicationId}::uuid)`}
  order by (select max(created_at) from orders where organisation_id = o.id) desc nulls last, o.id
  limit 500`

/** Sessions of open orders, those that were asked about longest ago first; they count as asked about from now on. */
export const takeStaleSessions = (
  sql: SqlRunner,
  { before, limit, now }: { before: string; limit: number; now: string },
) => camel(sql)<{ sessionId: string }[]>`
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

export const releaseRedemption = (sql: SqlRunner, { orderId }: { orderId: string }) => sql<Record<string, never>[]>`
  delete from coupon_redemptions where order_id = ${orderId}::uuid`
