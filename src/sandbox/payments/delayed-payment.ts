import { idOf } from '#providers/payments/stripe-shapes.ts'
import { badRequest } from './api-error.ts'
import type { Books } from './books.ts'
import { invoiceOf, paymentOf } from './checkout.ts'
import { failInvoice, settleInvoice } from './invoices.ts'
import type { SessionSecrets } from './open-session.ts'
import { addTestDebit, beginDebit, declinePayment, takePayment } from './payments-taken.ts'
import { openSubscription } from './subscriptions.ts'

/**
 * Complete but unpaid, as with bank debits that arrive days later. A subscription is active from then on.
 * @param dueAt when the money arrives by itself, in seconds since 1970; with null it waits for `settleDelayed`.
 * @throws ApiError unless the session is open with something to pay.
 */
export async function completeUnpaid(books: Books, id: string, dueAt: number | null = null): Promise<void> {
  const { body: session, hidden } = await books.lock('checkout.session', id)
  if (session.status !== 'open' || !session.amount_total) {
    throw badRequest(null, 'Only an open session with something to pay can be paid later.')
  }
  const secrets = hidden as SessionSecrets
  const isSubscription = session.mode === 'subscription'
  const customer = idOf(session.customer)!
  const paymentMethod = await addTestDebit(books, customer)
  const processing = await beginDebit(books, paymentOf(session, secrets), paymentMethod)
  const bought = isSubscription ? await openSubscription(books, secrets, customer, paymentMethod) : null
  const complete = await books.change(
    'checkout.session',
    id,
    {
      payment_intent: isSubscription ? null : processing.id,
      subscription: bought?.subscription.id ?? null,
      invoice: bought?.invoice.id ?? null,
      status: 'complete',
      url: null,
    },
    { paymentIntent: processing.id, paymentMethod, due_at: dueAt },
  )
  await books.emit('payment_intent.processing', processing)
  if (bought) await books.emit('customer.subscription.created', bought.subscription)
  await books.emit('checkout.session.completed', complete)
}

export async function settleDelayed(books: Books, id: string, outcome: 'paid' | 'failed'): Promise<void> {
  const { body: session, hidden } = await books.lock('checkout.session', id)
  if (session.status !== 'complete' || session.payment_status !== 'unpaid') {
    throw badRequest(null, 'This session waits for no payment.')
  }
  const secrets = hidden as SessionSecrets
  const payment = paymentOf(session, secrets)
  const invoice = session.invoice ? await books.get('invoice', idOf(session.invoice)!) : null
  if (outcome === 'failed') {
    const declined = await declinePayment(books, payment)
    if (invoice) {
      await failInvoice(books, invoice, declined)
      const overdue = await books.change('subscription', idOf(session.subscription)!, { status: 'past_due' })
      await books.emit('customer.subscription.updated', overdue, { status: 'active' })
    }
    await books.emit('checkout.session.async_payment_failed', session)
    return
  }
  const taken = await takePayment(books, payment)
  const paidInvoice = invoice ?? (await invoiceOf(books, session, secrets))
  if (paidInvoice) await settleInvoice(books, paidInvoice, taken)
  const change = { payment_status: 'paid' as const, invoice: paidInvoice?.id ?? null }
  const paid = await books.change('checkout.session', id, change)
  await books.emit('checkout.session.async_payment_succeeded', paid)
}
