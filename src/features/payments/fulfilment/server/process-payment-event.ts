import { type } from 'arktype'
import { addJob } from '#database/add-job.ts'
import { camel } from '#database/camel.ts'
import type { Transaction } from '#database/sql.ts'
import type { Instant } from '#domain/formats.ts'
import { moveDispute, settleRefunds, takeRefund } from '#features/payments/refunds/server/handle-refund-or-dispute.ts'
import { endUnpaidOrder, findOrderOfSession, readFunnelApplication } from '#features/payments/server/queries.ts'
import { endSubscription } from '#features/payments/subscriptions/server/end-subscription.ts'
import { followSubscription, settleInvoice } from '#features/payments/subscriptions/server/follow-subscription.ts'
import { paymentNotArrivedMail } from '#features/payments/subscriptions/server/renewal-mails.ts'
import { isPaymentsFailure, type PaymentEvent } from '#providers/payments/payments.ts'
import { idOf, isoTime, readReportedRefund } from '#providers/payments/stripe-shapes.ts'
import { answer, command } from '#requests/command.ts'
import type { Services } from '#requests/services.ts'
import { failure } from '#wire/failure.ts'
import type { Outcome } from './change-order.ts'
import { fulfilCheckout, fulfilSession } from './fulfil-checkout.ts'
import { writeOrder } from './write-order.ts'

/** What the webhook has to listen to; an event of another type is stored and ignored. */
export const paymentEventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'invoice.paid',
  'invoice.payment_failed',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'charge.succeeded',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_reinstated',
] as const satisfies PaymentEvent['type'][]

/** The payment provider's webhook: its signed event is stored, answered at once, and processed by a job (`processPaymentEvent`). */
export const receiveStripeEvent = command({
  permission: 'signature',
  summary: 'Events of the payment provider',
  description: 'Signed by Stripe. We store the event, answer at once, and process it from a queue.',
  rawBody: { contentType: 'application/json', holds: type('object') },
  answers: { 200: type({ received: 'true' }) },
  failures: { malformed: 'The signature does not match the body, or is too old.' },
  async run({ raw, headers, services: { payments, sql } }) {
    const event = await payments.verifyWebhook(raw, headers.get('stripe-signature'))
    if (isPaymentsFailure(event)) return failure('malformed', 'The signature does not match.')
    await sql.begin((tx) => storePaymentEvent(tx, event, raw))
    return answer({ received: true })
  },
})

/** @param json the event as it came. @returns false where it was stored before. */
export async function storePaymentEvent(tx: Transaction, event: PaymentEvent, json: string): Promise<boolean> {
  const { id: eventId, type } = event
  const added = await tx<{ id: string }[]>`
    insert into payment_events (id, type, payload) values (${eventId}::text, ${type}::text, ${json}::text::jsonb)
    on conflict (id) do nothing
    returning id`
  if (added.length > 0) await addJob(tx, 'process-payment-event', { eventId })
  return added.length > 0
}

/** Run again, or with events in another order, it ends in the same records. @throws when the provider does not answer: the queue tries again. */
export async function processPaymentEvent({ eventId }: { eventId: string }, services: Services): Promise<void> {
  const sql = camel(services.sql)
  const [stored] = await sql<{ payload: unknown; processedAt: Instant | null }[]>`
    select payload, processed_at from payment_events where id = ${eventId}::text`
  if (!stored || stored.processedAt) return
  const event = stored.payload as PaymentEvent
  const outcome = await apply({ ...services, movementSource: { kind: 'event', id: eventId } }, event)
  if (outcome === 'unavailable')
    throw new Error('The payment provider did not answer. The event will be processed later.')
  const providerIds = idsIn(event)
  await sql`
    update payment_events
    set processed_at = ${services.now().toISOString()}::timestamptz, outcome = ${outcome}::text,
      order_id = coalesce(order_id, (
        select id from orders
        where checkout_session_id = any (${providerIds}::text[]) or payment_intent_id = any (${providerIds}::text[])
          or subscription_id = any (${providerIds}::text[])
        limit 1))
    where id = ${eventId}::text`
}

async function apply(services: Services, event: PaymentEvent): Promise<Outcome> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return (await fulfilCheckout(services, event.data.object.id)).kind
    case 'checkout.session.async_payment_failed':
      return await failCheckout(services, event.data.object.id)
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return await settleInvoice(services, event.data.object.id!)
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return await followSubscription(services, event.data.object.id)
    case 'charge.succeeded':
      return await keepCard(services, event.data.object)
    case 'charge.refunded': {
      const { payment_intent, metadata } = event.data.object
      return await settleRefunds(services, idOf(payment_intent), metadata.order_id ?? null)
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      return await takeRefund(services, readReportedRefund(event.data.object), isoTime(event.created))
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_reinstated':
      return await moveDispute(services, event.data.object.id)
    default:
      return 'ignored'
  }
}

/** A slow payment failed: its subscription ends too, so that the provider does not try to take the money once more. */
async function failCheckout(services: Services, sessionId: string): Promise<Outcome> {
  const session = await services.payments.retrieveCheckoutSession(sessionId)
  const booking = await fulfilSession(services, session)
  if (booking.kind !== 'waiting' || isPaymentsFailure(session)) return booking.kind
  const [found] = await findOrderOfSession(services.sql, { sessionId })
  if (!found) return 'unknown'
  const { subscriptionId } = session
  if (subscriptionId && (await endSubscription(services, subscriptionId)) === 'unavailable') return 'unavailable'
  return await writeOrder<Outcome>(services, found.id, async (tx, order) => {
    const [ended] = await endUnpaidOrder(tx, { orderId: found.id, status: 'failed' })
    if (!ended || !order) return { outcome: 'unchanged' }
    const [application] = await readFunnelApplication(tx, { applicationId: order.applicationId })
    return { outcome: 'failed', mails: [paymentNotArrivedMail(order, application!)] }
  })
}

/** Four digits, by which a payer's card is found again. */
async function keepCard(
  { sql, now }: Services,
  { payment_intent, payment_method_details }: Extract<PaymentEvent, { type: 'charge.succeeded' }>['data']['object'],
): Promise<Outcome> {
  const last4 = payment_method_details?.card?.last4 ?? ''
  const paymentIntentId = idOf(payment_intent)
  if (!paymentIntentId || !/^\d{4}$/.test(last4)) return 'ignored'
  await sql<Record<string, never>[]>`
    insert into payment_cards (payment_intent_id, last4, told_at)
    values (${paymentIntentId}::text, ${last4}::text, ${now().toISOString()}::timestamptz)
    on conflict (payment_intent_id) do update set last4 = excluded.last4`
  return 'noted'
}

function idsIn(event: PaymentEvent): string[] {
  const object: object = event.data.object
  const about = object as Record<string, unknown>
  const parent = about.parent as { subscription_details?: { subscription?: unknown } } | null | undefined
  return [about.id, about.payment_intent, about.subscription, parent?.subscription_details?.subscription].filter(
    (id) => typeof id === 'string',
  )
}
