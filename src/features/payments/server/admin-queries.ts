import type { Fragment, SqlRunner } from '../../../database/sql.ts'
import type { OrderStatus } from './queries.ts'

// What the people who look after the money read. Times are ISO 8601 in UTC, amounts pence. Lists are newest first and read on after
// the id of the last row of the page before.

export type AdminOrderRow = {
  id: string
  application_id: string
  reference: string
  organisation_name: string
  organisation_email: string
  /** `orderLabel` (domain/catalogue.ts) has its words. */
  type: string
  status: OrderStatus
  /** The price; what was due is the price less the discount. */
  amount_pence: number
  discount_pence: number
  coupon_code: string | null
  metadata: Record<string, string>
  created_at: string
  paid_at: string | null
  /** End of the latest period that was paid for; null for what was bought once. */
  covers_until: string | null
  /** What went back or is on its way back. */
  refunded_pence: number
  /** A payment in its name was not booked, and nobody has settled that. */
  has_discrepancy: boolean
}

/** Orders, newest first. Text is an application's reference, a part of an organisation's name or email, or an id. */
export const listAdminOrders = (
  sql: SqlRunner,
  input: {
    status: OrderStatus | null
    type: string | null
    text: string | null
    from: string | null
    until: string | null
    afterOrder: string | null
    limit: number
  },
) => sql<AdminOrderRow[]>`
  select
    o.id, o.application_id, a.reference, g.name as organisation_name, g.email as organisation_email, o.type, o.status,
      o.amount_pence,
    o.discount_pence, o.coupon_code, o.metadata, o.created_at, o.paid_at, o.covers_until,
    (select coalesce(sum(r.amount_pence), 0)::int from order_refunds r
     where r.order_id = o.id and r.discrepancy_id is null and r.state in ('pending', 'succeeded')) as refunded_pence,
    exists (select from payment_discrepancies f where f.order_id = o.id and f.settled_at is null) as has_discrepancy
  from orders o
  join applications a on a.id = o.application_id
  join organisations g on g.id = o.organisation_id
  where true ${input.status === null ? sql`` : sql`and o.status = ${input.status}::text`}
    ${input.type === null ? sql`` : sql`and o.type = ${input.type}::text`}
    and (${input.text}::text is null
      or upper(a.reference) = upper(${input.text}::text) or strpos(lower(g.name), lower(${input.text}::text)) > 0
        or strpos(lower(g.email), lower(${input.text}::text)) > 0
      or ${input.text}::text in (o.id::text, o.application_id::text, o.checkout_session_id, o.payment_intent_id,
        o.subscription_id))
    ${input.from === null ? sql`` : sql`and o.created_at >= ${input.from}::timestamptz`}
    ${input.until === null ? sql`` : sql`and o.created_at <= ${input.until}::timestamptz`}
    ${
      input.afterOrder === null
        ? sql``
        : sql`and (o.created_at, o.id) < (select created_at, id from orders
      where id = ${input.afterOrder}::uuid)`
    }
  order by o.created_at desc, o.id desc
  limit ${input.limit}::int`

export type AdminOrder = Omit<AdminOrderRow, 'has_discrepancy'> & {
  application_status: string
  checkout_closed_at: string | null
  organisation_id: string
  currency: string
  checkout_session_id: string | null
  payment_intent_id: string | null
  subscription_id: string | null
  customer_id: string | null
  /** The register entry of its application, if there is one. */
  entry_number: string | null
  entry_slug: string | null
  register_status: string | null
  entry_valid_until: string | null
}

export const readAdminOrder = (sql: SqlRunner, { orderId }: { orderId: string }) => sql<AdminOrder[]>`
  select
    o.id, o.application_id, a.reference, a.status as application_status, a.checkout_closed_at, o.organisation_id,
      g.name as organisation_name,
    g.email as organisation_email, o.type, o.status, o.amount_pence, o.discount_pence, o.currency, o.coupon_code, o.metadata,
    o.created_at, o.paid_at, o.covers_until, o.checkout_session_id, o.payment_intent_id, o.subscription_id,
    g.stripe_customer_id as customer_id, e.number as entry_number, e.slug as entry_slug,
    register_status(e.status, e.valid_until) as register_status, e.valid_until as entry_valid_until,
    (select coalesce(sum(r.amount_pence), 0)::int from order_refunds r
     where r.order_id = o.id and r.discrepancy_id is null and r.state in ('pending', 'succeeded')) as refunded_pence
  from orders o
  join applications a on a.id = o.application_id
  join organisations g on g.id = o.organisation_id
  left join register_entries e on e.application_id = o.application_id
  where o.id = ${orderId}::uuid`

/** `attention`: worked off, but a person has to look (`listDiscrepancies` says at what). */
export type PaymentEventState = 'waiting' | 'attention' | 'done'
export type PaymentEventRow = {
  id: string
  /** The provider's name of it, for example `invoice.paid`. */
  type: string
  received_at: string
  /** Null while it waits to be worked off. */
  processed_at: string | null
  /** What came of it (`Outcome` in change-order.ts). */
  outcome: string | null
  order_id: string | null
}

/**
 * Payment events as the admin area lists them, newest first.
 * @param input.state null for all, 'waiting' for those that nobody has worked off, 'attention' for those that a person has to look
 *   at, 'done' for the others
 * @param input.afterEvent the last event of the page before or null
 */
export const listPaymentEvents = (
  sql: SqlRunner,
  input: {
    state: PaymentEventState | null
    type: string | null
    orderId: string | null
    afterEvent: string | null
    limit: number
  },
) => sql<PaymentEventRow[]>`
  select id, type, received_at, processed_at, outcome, order_id
  from payment_events
  where true ${input.state === null ? sql`` : hasState(sql, input.state)}
    ${input.type === null ? sql`` : sql`and type = ${input.type}::text`}
    ${input.orderId === null ? sql`` : sql`and order_id = ${input.orderId}::uuid`}
    ${
      input.afterEvent === null
        ? sql``
        : sql`and (received_at, id) < (select received_at, id from payment_events
      where id = ${input.afterEvent}::text)`
    }
  order by received_at desc, id desc
  limit ${input.limit}::int`

function hasState(sql: SqlRunner, state: PaymentEventState): Fragment {
  if (state === 'waiting') return sql`and processed_at is null`
  const isFor = state === 'attention' ? sql`in` : sql`not in`
  return sql`and processed_at is not null and coalesce(outcome, '') ${isFor} ('mismatch', 'paid-twice', 'unknown-order')`
}

/** It becomes unprocessed again. */
export const reopenPaymentEvent = (sql: SqlRunner, { eventId }: { eventId: string }) => sql<{ id: string }[]>`
  update payment_events set processed_at = null, outcome = null where id = ${eventId}::text returning id`

export type Discrepancy = {
  id: string
  /**
   * `unknown-order`: it names an order that does not exist here; everything of the order is null then. `not-approved`: it is booked, for
   * an application whose approval was withdrawn meanwhile. The others are not booked.
   */
  kind: 'paid-twice' | 'mismatch' | 'unknown-order' | 'not-approved'
  order_id: string | null
  /** Of a mismatch: `session`, `order`, `application`, `product`, `currency`, `amount` or `subscription`. */
  difference: string | null
  /** What was taken. */
  amount_pence: number
  currency: string
  /** Null for a renewal of an unknown order. */
  checkout_session_id: string | null
  payment_intent_id: string | null
  subscription_id: string | null
  found_at: string
  settled_at: string | null
  settled_by_name: string | null
  note: string | null
  type: string | null
  application_id: string | null
  reference: string | null
  organisation_name: string | null
}

/** Genuine payments that somebody has to look at. */
export const listDiscrepancies = (
  sql: SqlRunner,
  {
    onlyOpen,
    orderId,
    afterDiscrepancy,
    limit,
  }: { onlyOpen: boolean; orderId: string | null; afterDiscrepancy: string | null; limit: number },
) => sql<Discrepancy[]>`
  select
    f.id, f.kind, f.order_id, f.difference, f.amount_pence, f.currency, f.checkout_session_id, f.payment_intent_id,
      f.subscription_id,
    f.found_at, f.settled_at, f.settled_by_name, f.note, o.type, o.application_id, a.reference, g.name as organisation_name
  from payment_discrepancies f
  left join orders o on o.id = f.order_id
  left join applications a on a.id = o.application_id
  left join organisations g on g.id = o.organisation_id
  where true ${onlyOpen ? sql`and f.settled_at is null` : sql``} ${orderId === null ? sql`` : sql`and f.order_id = ${orderId}::uuid`}
    ${afterDiscrepancy === null ? sql`` : sql`and f.id < ${afterDiscrepancy}::uuid`}
  order by f.id desc
  limit ${limit}::int`

/** How many payments that were not booked nobody has settled. */
export const countOpenDiscrepancies = (sql: SqlRunner) => sql<{ count: number }[]>`
  select count(*) as count from payment_discrepancies where settled_at is null`

export const readDiscrepancy = (sql: SqlRunner, { discrepancyId }: { discrepancyId: string }) => sql<
  Pick<
    Discrepancy,
    'id' | 'kind' | 'order_id' | 'payment_intent_id' | 'subscription_id' | 'amount_pence' | 'settled_at'
  >[]
>`
  select id, kind, order_id, payment_intent_id, subscription_id, amount_pence, settled_at from payment_discrepancies
    where id = ${discrepancyId}::uuid`

/** A genuine payment that a person has to look at. */
export type FoundPayment = {
  kind: Discrepancy['kind']
  /** The order that it names; null where that does not exist here. */
  orderId: string | null
  /** Null for the bill of a subscription whose order is unknown. */
  sessionId: string | null
  /** Of a mismatch: which part differs. */
  difference: string | null
  amountPence: number
  currency: string
  /** Null where nothing was to be paid: a free first year. */
  paymentIntentId: string | null
  subscriptionId: string | null
}

/** No row when this payment's discrepancy is known; one of a session that brought no payment is known by the session. */
export const addDiscrepancy = (sql: SqlRunner, input: FoundPayment & { now: string }) => sql<{ id: string }[]>`
  insert into payment_discrepancies (
    kind, order_id, checkout_session_id, difference, amount_pence, currency, payment_intent_id, subscription_id, found_at)
  values (${input.kind}::text, ${input.orderId}::uuid, ${input.sessionId}::text, ${input.difference}::text,
    ${input.amountPence}::int, ${input.currency}::text, ${input.paymentIntentId}::text, ${input.subscriptionId}::text,
    ${input.now}::timestamptz)
  on conflict (coalesce(payment_intent_id, checkout_session_id), kind) do nothing
  returning id`

/** Marks a discrepancy as settled. No row when it is unknown or somebody else was faster. */
export const settleDiscrepancy = (
  sql: SqlRunner,
  input: { discrepancyId: string; personId: string | null; personName: string; note: string; now: string },
) => sql<{ id: string }[]>`
  update payment_discrepancies
  set settled_at = ${input.now}::timestamptz, settled_by = ${input.personId}::text,
    settled_by_name = ${input.personName}::text, note = ${input.note}::text
  where id = ${input.discrepancyId}::uuid and settled_at is null
  returning id`

/** What was not booked went back, so nothing is left to do. */
export const settleDiscrepanciesOfPayment = (
  sql: SqlRunner,
  { paymentIntentId, note, now }: { paymentIntentId: string; note: string; now: string },
) => sql<{ id: string }[]>`
  update payment_discrepancies set settled_at = ${now}::timestamptz, settled_by_name = 'The payment provider', note = ${note}::text
  where payment_intent_id = ${paymentIntentId}::text and settled_at is null
  returning id`

export type RefundState = 'asked' | 'pending' | 'succeeded' | 'failed' | 'cancelled'
export type RefundRow = {
  id: string
  /** Of a payment that was not booked. */
  discrepancy_id: string | null
  payment_intent_id: string
  amount_pence: number
  state: RefundState
  reason: string
  /** The provider's code of a refusal. */
  problem: string | null
  /** Null for a refund that was made at the provider itself. */
  requested_by_name: string | null
  requested_at: string
  settled_at: string | null
}

/** Money that went back or is on its way back, newest first. */
export const listRefunds = (sql: SqlRunner, { orderId }: { orderId: string }) => sql<RefundRow[]>`
  select id, discrepancy_id, payment_intent_id, amount_pence, state, reason, problem, requested_by_name, requested_at, settled_at
  from order_refunds
  where order_id = ${orderId}::uuid
  order by id desc`
export type StoredRefund = Pick<
  RefundRow,
  'id' | 'discrepancy_id' | 'payment_intent_id' | 'amount_pence' | 'state' | 'problem' | 'requested_at'
> & {
  order_id: string
  /** When the provider last kept a server error under its key. */
  key_failed_at: string | null
}

export const readRefund = (sql: SqlRunner, { refundId }: { refundId: string }) => sql<StoredRefund[]>`
  select id, order_id, discrepancy_id, payment_intent_id, amount_pence, state, problem, requested_at, key_failed_at
  from order_refunds where id = ${refundId}::uuid`

/** The refund that was asked for with it. */
export const findRefund = (sql: SqlRunner, { requestKey }: { requestKey: string }) => sql<StoredRefund[]>`
  select id, order_id, discrepancy_id, payment_intent_id, amount_pence, state, problem, requested_at, key_failed_at
  from order_refunds where request_key = ${requestKey}::uuid`

/** No row when this request has been made before. */
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

/**
 * The answer to our question. What the provider has told of it meanwhile (note-refund) stays.
 * @param input.providerRefundId the provider's id or null
 * @param input.problem the provider's code of a refusal or null
 */
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

/**
 * A refund as the provider tells of it: one of ours, or one that was made at the provider itself.
 * @param input.refundId our id or null
 * @param input.problem code of a failure or null
 */
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
    order_id, payment_intent_id, amount_pence, state, problem, provider_refund_id, requested_at, settled_at)
  select ${input.orderId}::uuid, ${input.paymentIntentId}::text, ${input.amountPence}::int, ${input.state}::text,
    ${input.problem}::text, ${input.providerRefundId}::text, ${input.now}::timestamptz,
    case when ${input.state}::text in ('succeeded', 'failed', 'cancelled') then ${input.now}::timestamptz end
  where not exists (select from ours)
    and not exists (select from order_refunds where provider_refund_id = ${input.providerRefundId}::text
      or id = ${input.refundId}::uuid)
  on conflict (provider_refund_id) do nothing`

/** Its refund that the provider has not answered, if there is one. */
export const findAskedRefund = (sql: SqlRunner, { paymentIntentId }: { paymentIntentId: string }) => sql<
  { id: string }[]
>`
  select id from order_refunds where payment_intent_id = ${paymentIntentId}::text and state = 'asked' limit 1`

/** The provider has kept a server error under its key. */
export const noteRefundKeyFailed = (sql: SqlRunner, { refundId, now }: { refundId: string; now: string }) => sql<
  Record<string, never>[]
>`
  update order_refunds set key_failed_at = ${now}::timestamptz where id = ${refundId}::uuid and state = 'asked'`

/** Refunds to which the provider has not answered. */
export const listAskedRefunds = (sql: SqlRunner, { before, limit }: { before: string; limit: number }) => sql<
  { id: string }[]
>`
  select id from order_refunds where state = 'asked' and requested_at < ${before}::timestamptz order by requested_at
    limit ${limit}::int`

export type ReconciliationRun = {
  id: string
  started_at: string
  /** Null while it runs, and for good where the process died. */
  finished_at: string | null
  /** `unavailable`: the provider did not answer; the queue tries again. */
  outcome: 'done' | 'unavailable' | null
  /** Events that had arrived and nobody had worked off. */
  stale_events: number
  /** Open orders that the provider was asked about, and how many of them were paid. */
  sessions_asked: number
  sessions_paid: number
  refunds_asked: number
  /** Events that the provider has, and those of them that had not arrived. */
  events_listed: number
  events_missed: number
}

/**
 * Newest first.
 * @param input.afterRun the last run of the page before or null
 */
export const listReconciliationRuns = (
  sql: SqlRunner,
  { afterRun, limit }: { afterRun: string | null; limit: number },
) => sql<ReconciliationRun[]>`
  select id, started_at, finished_at, outcome, stale_events, sessions_asked, sessions_paid, refunds_asked, events_listed,
    events_missed
  from reconciliation_runs
  ${afterRun === null ? sql`` : sql`where id < ${afterRun}::uuid`}
  order by id desc
  limit ${limit}::int`

/** The latest run that heard everything. */
export const readLastRun = (sql: SqlRunner) => sql<Pick<ReconciliationRun, 'started_at'>[]>`
  select started_at from reconciliation_runs where outcome = 'done' order by started_at desc limit 1`

export const startRun = (sql: SqlRunner, { now }: { now: string }) => sql<{ id: string }[]>`
  insert into reconciliation_runs (started_at) values (${now}::timestamptz) returning id`

export const finishRun = (
  sql: SqlRunner,
  input: {
    runId: string
    now: string
    outcome: 'done' | 'unavailable'
    staleEvents: number
    sessionsAsked: number
    sessionsPaid: number
    refundsAsked: number
    eventsListed: number
    eventsMissed: number
  },
) => sql<Record<string, never>[]>`
  update reconciliation_runs
  set finished_at = ${input.now}::timestamptz, outcome = ${input.outcome}::text, stale_events = ${input.staleEvents}::int,
    sessions_asked = ${input.sessionsAsked}::int, sessions_paid = ${input.sessionsPaid}::int,
    refunds_asked = ${input.refundsAsked}::int, events_listed = ${input.eventsListed}::int,
      events_missed = ${input.eventsMissed}::int
  where id = ${input.runId}::uuid`
