import { addJob } from '#database/add-job.ts'
import { camel } from '#database/camel.ts'
import type { Instant } from '#domain/formats.ts'
import { queueDocuments } from '#features/payments/documents/server/queries.ts'
import { fillLedger } from '#features/payments/ledger/server/fill-ledger.ts'
import { carryOutRefund } from '#features/payments/refunds/server/refund-order.ts'
import { followVatRate } from '#features/payments/subscriptions/server/follow-vat-rate.ts'
import { isPaymentsFailure } from '#providers/payments/payments.ts'
import type { Services } from '#requests/services.ts'
import { fulfilCheckout } from './fulfil-checkout.ts'
import { paymentEventTypes, storePaymentEvent } from './process-payment-event.ts'

const hour = 60 * 60 * 1000
/**
 * To an hour before the last complete run, so that a site that was down for a week misses nothing; the first time three days, as long as the
 * provider repeats a webhook; never more than the thirty days that it keeps them. In milliseconds.
 */
const overlap = hour
const firstLookBack = 3 * 24 * hour
const maxLookBack = 30 * 24 * hour
/** What is younger may still be brought by its webhook. In milliseconds. */
const minAge = hour / 4
const atATime = 200
/** How long an invoice or a credit note that is missing is asked for. */
const documentDays = 60

/**
 * Finds what no webhook brought, and processes it as usual, so that finding it twice changes nothing.
 * @throws when the provider does not answer: the queue tries again.
 */
export async function reconcilePayments(_: Record<string, never>, services: Services): Promise<void> {
  const { sql, payments, now } = services
  const start = now().getTime()
  const [last] = await camel(sql)<{ startedAt: Instant }[]>`
    select started_at from reconciliation_runs where outcome = 'done' order by started_at desc limit 1`
  const since = Math.max(start - maxLookBack, last ? Date.parse(last.startedAt) - overlap : start - firstLookBack)
  const [run] = await sql<{ id: string }[]>`
    insert into reconciliation_runs (started_at) values (${now().toISOString()}::timestamptz) returning id`
  const asking = { ...services, movementSource: { kind: 'reconciliation', id: run!.id } } as const
  const before = new Date(now().getTime() - minAge).toISOString()
  const found = { staleEvents: 0, asked: 0, paid: 0, refunds: 0, listed: 0, missed: 0 }

  const stale = await sql<{ id: string }[]>`
    select id from payment_events
    where processed_at is null and received_at < ${before}::timestamptz
    order by received_at
    limit ${atATime}::int`
  for (const { id } of stale) {
    await addJob(sql, 'process-payment-event', { eventId: id }, { key: `payment-event:${id}` })
    found.staleEvents++
  }
  // Those that were asked about longest ago first; they count as asked about from now on.
  const sessions = await camel(sql)<{ sessionId: string }[]>`
    with stale as (
      select id from orders
      where status = 'pending' and checkout_session_id is not null and created_at < ${before}::timestamptz
      order by asked_at nulls first, created_at
      limit ${atATime}::int
      for update skip locked
    )
    update orders set asked_at = ${now().toISOString()}::timestamptz
    from stale where orders.id = stale.id
    returning checkout_session_id as session_id`
  for (const { sessionId } of sessions) {
    const { kind } = await fulfilCheckout(asking, sessionId)
    found.asked++
    if (kind === 'paid') found.paid++
  }
  const refunds = await sql<{ id: string }[]>`
    select id from order_refunds where state = 'asked' and requested_at < ${before}::timestamptz order by requested_at
      limit ${atATime}::int`
  for (const { id } of refunds) {
    await carryOutRefund(asking, id)
    found.refunds++
  }
  // Orders whose invoice or credit note should be there and is not.
  const documentsSince = new Date(start - documentDays * 24 * hour).toISOString()
  const documents = await sql<{ id: string }[]>`
    select o.id from orders o
    where o.vat is not null and o.paid_at between ${documentsSince}::timestamptz and ${before}::timestamptz
      and not exists (select from payment_documents d where d.order_id = o.id and d.kind = 'invoice')
    union
    select n.order_id from order_renewals n
    where n.paid_at between ${documentsSince}::timestamptz and ${before}::timestamptz and n.payment_intent_id is not null
      and not exists (select from payment_documents d where d.kind = 'invoice' and d.order_id = n.order_id
        and d.payment_intent_id = n.payment_intent_id)
    union
    select r.order_id from order_refunds r join orders o on o.id = r.order_id
    where r.state = 'succeeded' and r.settled_at between ${documentsSince}::timestamptz and ${before}::timestamptz
      and (o.vat is not null or o.subscription_id is not null)
      and not exists (select from payment_documents d where d.refund_id = r.provider_refund_id)
    limit ${atATime}::int`
  for (const { id } of documents) await queueDocuments(sql, id)
  await followVatRate(services)
  const types = [...paymentEventTypes]
  const listed = await payments.listEvents({ types, since: new Date(since), limit: 10_000 })
  if (isPaymentsFailure(listed)) {
    await finish('unavailable')
    throw new Error('The payment provider did not list its events.')
  }
  found.listed = listed.events.length
  // Oldest first, as they happened.
  for (const event of listed.events.toReversed())
    if (await sql.begin((tx) => storePaymentEvent(tx, event, JSON.stringify(event)))) found.missed++
  await finish('done')
  // The provider's books come after its events: what they tell is not held up by them.
  await fillLedger(services, { reconciliationId: run!.id })

  async function finish(outcome: 'done' | 'unavailable'): Promise<void> {
    await sql<Record<string, never>[]>`
      update reconciliation_runs
      set finished_at = ${now().toISOString()}::timestamptz, outcome = ${outcome}::text,
        stale_events = ${found.staleEvents}::int, sessions_asked = ${found.asked}::int,
        sessions_paid = ${found.paid}::int, refunds_asked = ${found.refunds}::int,
        events_listed = ${found.listed}::int, events_missed = ${found.missed}::int
      where id = ${run!.id}::uuid`
  }
}
