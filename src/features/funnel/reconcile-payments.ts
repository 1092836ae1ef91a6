import { addJob } from '../../database/add-job.ts'
import { isPaymentsFailure, type PaymentEvent } from '../../providers/payments/payments.ts'
import type { Services } from '../../services.ts'
import { bookCheckoutSession } from './book-checkout-session.ts'
import { addPaymentEvent, listStaleEvents, listStaleSessions } from './queries.ts'

/** What the webhook listens to and `work-off-payment-event` acts upon. */
const types = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'invoice.paid',
  'customer.subscription.deleted',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
]
/** The provider itself repeats a webhook for three days; we look back as far. In milliseconds. */
const lookBack = 3 * 24 * 60 * 60 * 1000
/** What is younger is still on its way. In milliseconds. */
const leastAge = 15 * 60 * 1000
const atATime = 200

/**
 * Finds what no webhook brought: events that the provider has and we do not, events that nobody worked off, and open orders of
 * which nothing was heard. Everything found goes the ordinary way, so finding it twice changes nothing.
 *
 * @throws when the provider does not answer: the queue tries again.
 */
export async function reconcilePayments(_: Record<string, never>, services: Services): Promise<void> {
  const { sql, payments, now } = services
  const stale = new Date(now().getTime() - leastAge).toISOString()
  for (const { id } of await listStaleEvents(sql, stale, atATime)) await workOff(id)
  for (const { session_id } of await listStaleSessions(sql, stale, atATime))
    await bookCheckoutSession(services, session_id)

  const listed = await payments.listEvents({ types, since: new Date(now().getTime() - lookBack), limit: 1_000 })
  if (isPaymentsFailure(listed)) throw new Error('The payment provider did not list its events.')
  // Oldest first, as they happened.
  for (const event of listed.events.toReversed()) await take(event)

  async function take(event: PaymentEvent): Promise<void> {
    await sql.begin(async (tx) => {
      const [added] = await addPaymentEvent(tx, event.id, event.type, JSON.stringify(event))
      if (added) await addJob(tx, 'work-off-payment-event', { eventId: event.id })
    })
  }

  async function workOff(eventId: string): Promise<void> {
    await addJob(sql, 'work-off-payment-event', { eventId }, { key: `payment-event:${eventId}` })
  }
}
