import type { PaymentEvent } from '../../providers/payments/payments.ts'
import { idOf, isoTime, subscriptionOfInvoice } from '../../providers/payments/stripe-shapes.ts'
import type { Services } from '../../services.ts'
import { bookCheckoutSession } from './book-checkout-session.ts'
import {
  cancelSubscription,
  failCheckout,
  moveDispute,
  type Outcome,
  refundPayment,
  renewOrder,
} from './change-order.ts'
import { finishPaymentEvent, readPaymentEvent } from './queries.ts'

/**
 * Works off one stored payment event: brings our books to what the provider holds, and notes what came of it. Running it again,
 * or events in another order, ends in the same books.
 *
 * @throws when the provider does not answer: the queue tries again.
 */
export async function workOffPaymentEvent({ eventId }: { eventId: string }, services: Services): Promise<void> {
  const [stored] = await readPaymentEvent(services.sql, eventId)
  if (!stored || stored.processed_at) return
  const outcome = await apply(services, stored.payload as PaymentEvent)
  if (outcome === 'unavailable')
    throw new Error('The payment provider did not answer; the event stays to be worked off.')
  await finishPaymentEvent(services.sql, eventId, outcome, services.now().toISOString())
}

async function apply(services: Services, event: PaymentEvent): Promise<Outcome> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return (await bookCheckoutSession(services, event.data.object.id)).kind
    case 'checkout.session.async_payment_failed':
      return await failCheckout(services, event.data.object.id)
    case 'invoice.paid': {
      const invoice = event.data.object
      const subscriptionId = subscriptionOfInvoice(invoice)
      if (!subscriptionId || invoice.currency !== 'gbp') return 'ignored'
      const coversUntil = isoTime(Math.max(...invoice.lines.data.map((line) => line.period.end)))
      return await renewOrder(services, subscriptionId, coversUntil)
    }
    case 'customer.subscription.deleted':
      return await cancelSubscription(services, event.data.object.id)
    case 'charge.refunded': {
      const { refunded, payment_intent, metadata } = event.data.object
      // Part of the money back is goodwill, not the end of what was bought.
      if (!refunded) return 'ignored'
      return await refundPayment(services, idOf(payment_intent), metadata.order_id ?? null)
    }
    case 'charge.dispute.created':
    case 'charge.dispute.closed': {
      const { id, status, payment_intent } = event.data.object
      return await moveDispute(services, { disputeId: id, status, paymentIntentId: idOf(payment_intent) })
    }
    default:
      return 'ignored'
  }
}
