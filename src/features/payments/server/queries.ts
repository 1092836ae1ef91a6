import { camel } from '#database/camel.ts'
import type { Fragment, SqlRunner } from '#database/sql.ts'
import type { ApplicationFacts } from '#domain/application-facts.ts'
import type { PossibleLevel } from '#domain/assurance.ts'
import type { Instant } from '#domain/formats.ts'
import type { VatTreatment } from '#domain/vat.ts'
import type { EventDraft } from '#features/applications/schema.ts'

export type OrderStatus = 'pending' | 'paid' | 'failed' | 'expired' | 'refunded' | 'disputed' | 'cancelled'

export type Order = {
  id: string
  applicationId: string
  organisationId: string
  type: string
  status: OrderStatus
  amountPence: number
  discountPence: number
  currency: string
  couponCode: string | null
  metadata: Record<string, string>
  checkoutSessionId: string | null
  checkoutUrl: string | null
  checkoutExpiresAt: string | null
  paymentIntentId: string | null
  subscriptionId: string | null
  coversUntil: string | null
  createdAt: string
  endedByPayment: string | null
  /** The dispute that ended it, or that it rests for. */
  endedByDispute: string | null
  paymentFailedAt: string | null
  renewalStopped: boolean
  /** What was refunded under a guarantee goes on until then. */
  subscriptionEndedAt: Instant | null
  vat: VatTreatment | null
}

export const orderColumns = (sql: SqlRunner): Fragment => sql`
  id, application_id, organisation_id, type, status, amount_pence, discount_pence, currency, coupon_code, metadata,
  checkout_session_id, checkout_url, checkout_expires_at, payment_intent_id, subscription_id, covers_until,
  created_at, ended_by_payment, ended_by_dispute, payment_failed_at, renewal_stopped,
  subscription_ended_at, vat`

export type FunnelApplication = ApplicationFacts &
  PossibleLevel & {
    id: string
    reference: string
    couponCode: string | null
    eventDraft: EventDraft
    organisationId: string
    organisationName: string
    organisationEmail: string
    stripeCustomerId: string | null
    /** Of a business outside the UK. */
    vatNumber: string | null
    companyKey: string | null
    isAddressConfirmed: boolean
    entryNumber: string | null
    entrySlug: string | null
    entryValidUntil: string | null
  }

export type Id = { id: string }

export const readFunnelApplication = (sql: SqlRunner, { applicationId }: { applicationId: string }) => camel(sql)<
  FunnelApplication[]
>`
  select
    a.id, a.reference, a.coupon_code, a.event_draft, a.organisation_id,
    f.status, f.is_withdrawn, f.is_listing_paid, f.is_waiting, f.is_checkout_closed, f.register_status, f.assessment,
    f.event_day, f.lapsed_on,
    o.name as organisation_name, o.email as organisation_email, o.stripe_customer_id, o.vat_number, o.company_key,
    exists (select from confirmed_addresses c where c.email = lower(o.email)) as is_address_confirmed,
    e.number as entry_number, e.slug as entry_slug, e.valid_until as entry_valid_until,
    e.assurance, e.assured_on
  from applications a
  join application_facts f on f.application_id = a.id
  join organisations o on o.id = a.organisation_id
  left join register_entries e on e.application_id = a.id
  where a.id = ${applicationId}::uuid`

export type SummaryOrder = Order & {
  /** Of a Gold award: until when it waits for its score, and since when it is given. */
  goldUntil: Instant | null
  goldGivenAt: Instant | null
}

export const listOrders = (sql: SqlRunner, { applicationId }: { applicationId: string }) => camel(sql)<SummaryOrder[]>`
  select ${orderColumns(sql)},
    (select waits_until from gold_awards where order_id = orders.id) as gold_until,
    (select given_at from gold_awards where order_id = orders.id) as gold_given_at
  from orders
  where application_id = ${applicationId}::uuid
  order by created_at, id`

/**
 * Everything that changes an application's orders holds this lock first. A statement that waits for the lock goes on with what it saw before,
 * so the application is read by one of its own.
 */
export async function lockApplication(sql: SqlRunner, input: { applicationId: string }): Promise<FunnelApplication[]> {
  await sql<Id[]>`select id from applications where id = ${input.applicationId}::uuid for update`
  return await readFunnelApplication(sql, input)
}

export const lockApplicationOfOrder = (sql: SqlRunner, { orderId }: { orderId: string }) => camel(sql)<
  { id: string; status: string }[]
>`
  select a.id, a.status
  from applications a
  where a.id = (select application_id from orders where id = ${orderId}::uuid)
  for update`

export const readOrder = (sql: SqlRunner, { orderId }: { orderId: string }) => camel(sql)<Order[]>`
  select ${orderColumns(sql)} from orders where id = ${orderId}::uuid`

export const findOrderOfSession = (sql: SqlRunner, { sessionId }: { sessionId: string }) => camel(sql)<
  Pick<Order, 'id' | 'applicationId' | 'type' | 'status'>[]
>`
  select id, application_id, type, status from orders where checkout_session_id = ${sessionId}::text`

/** Open, paid or in dispute. Services may be bought again and again: of these the open order alone counts. */
export const readLiveOrder = (
  sql: SqlRunner,
  { applicationId, type }: { applicationId: string; type: string },
) => camel(sql)<Order[]>`
  select ${orderColumns(sql)} from orders
  where application_id = ${applicationId}::uuid and type = ${type}::text and status in ('pending', 'paid', 'disputed')
    and (type <> 'extras' or status = 'pending')
  order by status = 'pending', created_at desc
  limit 1`

export const listOtherLiveOrders = (
  sql: SqlRunner,
  { id, applicationId, type }: Pick<Order, 'id' | 'applicationId' | 'type'>,
) => camel(sql)<Pick<Order, 'id' | 'status' | 'checkoutSessionId'>[]>`
  select id, status, checkout_session_id from orders
  where application_id = ${applicationId}::uuid and type = ${type}::text and type <> 'extras' and id <> ${id}::uuid
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

/** Ended first: a page that is being opened at this moment is then either known here, or never handed out. @returns the page to be closed. */
export async function expireOrder(sql: SqlRunner, orderId: string): Promise<string | null> {
  await endUnpaidOrder(sql, { orderId, status: 'expired' })
  const [order] = await readOrder(sql, { orderId })
  return order?.checkoutSessionId ?? null
}

export const listOpenSessions = (sql: SqlRunner, { applicationId }: { applicationId: string }) => camel(sql)<
  { id: string; sessionId: string }[]
>`
  select id, checkout_session_id as session_id
  from orders
  where application_id = ${applicationId}::uuid and status = 'pending' and checkout_session_id is not null
  order by created_at`

/** The listing order that is paid, or that has ended with a paid period which still runs. */
export const readPayingListing = (
  sql: SqlRunner,
  { applicationId, now }: { applicationId: string; now: string },
) => camel(sql)<(Order & { /** Since when it waits to be published. */ waitsSince: string | null })[]>`
  select ${orderColumns(sql)}, waits_since from orders
  where application_id = ${applicationId}::uuid and type = 'listing' and covers_until is not null
    and (status = 'paid' or (status = 'cancelled' and waits_since is not null and covers_until > ${now}::timestamptz))
  order by status = 'paid' desc, created_at desc
  limit 1`
