import type Stripe from 'stripe'
import { idOf } from '../stripe-shapes.ts'
import { badRequest } from './api-error.ts'
import type { Books } from './books.ts'
import type { SessionSecrets } from './checkout.ts'
import { beginPayment, declinePayment, takePayment } from './payments-taken.ts'

/**
 * Completes a one-off session with a payment that arrives days later, as bank debits do: complete, but unpaid.
 *
 * @throws ApiError unless the session is an open one in payment mode with something to pay.
 */
export async function completeUnpaid(books: Books, id: string): Promise<Stripe.Checkout.Session> {
  const { body: session, hidden } = await books.lock('checkout.session', id)
  if (session.status !== 'open' || session.mode !== 'payment' || !session.amount_total) {
    throw badRequest(null, 'Only an open session in payment mode with something to pay can be paid later.')
  }
  const begun = await beginPayment(books, paymentOf(session, hidden as SessionSecrets))
  const processing = await books.change('payment_intent', begun.id, { status: 'processing' })
  const complete = await books.change('checkout.session', id, {
    payment_intent: begun.id,
    status: 'complete',
    url: null,
  })
  await books.emit('payment_intent.processing', processing)
  await books.emit('checkout.session.completed', complete)
  return complete
}

/** The delayed payment arrives, or never does. */
export async function settleDelayed(
  books: Books,
  id: string,
  outcome: 'paid' | 'failed',
): Promise<Stripe.Checkout.Session> {
  const { body: session, hidden } = await books.lock('checkout.session', id)
  if (session.status !== 'complete' || session.payment_status !== 'unpaid') {
    throw badRequest(null, 'This session waits for no payment.')
  }
  const payment = paymentOf(session, hidden as SessionSecrets)
  if (outcome === 'failed') {
    await declinePayment(books, payment)
    await books.emit('checkout.session.async_payment_failed', session)
    return session
  }
  await takePayment(books, payment)
  const paid = await books.change('checkout.session', id, { payment_status: 'paid' })
  await books.emit('checkout.session.async_payment_succeeded', paid)
  return paid
}

function paymentOf(session: Stripe.Checkout.Session, { metadata, paymentIntent }: SessionSecrets) {
  return {
    amount: session.amount_total ?? 0,
    customer: idOf(session.customer),
    metadata,
    paymentIntent: idOf(session.payment_intent) ?? paymentIntent,
  }
}
