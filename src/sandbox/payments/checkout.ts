import type Stripe from 'stripe'
import { idOf } from '#providers/payments/stripe-shapes.ts'
import { badRequest } from './api-error.ts'
import { type Books, embeddedList } from './books.ts'
import { redeemCoupon } from './discounts.ts'
import { settleInvoice, writeInvoice } from './invoices.ts'
import type { SessionSecrets } from './open-session.ts'
import { addTestCard, declinePayment, takePayment } from './payments-taken.ts'
import { openSubscription } from './subscriptions.ts'
import { addTaxId, type TypedTaxDetails } from './taxes.ts'
import { atCustomersTime } from './test-clocks.ts'

export type Outcome = 'done' | 'not-open'

/** With customer, payment, subscription, invoice and every event. Nothing happens unless the session is open. */
export async function completeSession(given: Books, id: string, typed: TypedTaxDetails = {}): Promise<Outcome> {
  const open = await lockOpen(given, id)
  if (!open) return 'not-open'
  const { session, secrets } = open
  const customer = idOf(session.customer)
  const books = await atCustomersTime(given, customer)
  const details = customer && secrets.asksTaxId ? await keepTaxDetails(books, session, customer, typed) : {}
  const total = session.amount_total ?? 0
  const asksCard = total > 0 || session.payment_method_collection === 'always'
  const paymentMethod = asksCard ? await addTestCard(books, customer) : null
  const taken = total > 0 ? await takePayment(books, { ...paymentOf(session, secrets), paymentMethod }) : null
  if (secrets.coupon) await redeemCoupon(books, secrets.coupon)
  const bought =
    session.mode === 'subscription' ? await openSubscription(books, secrets, customer!, paymentMethod) : null
  const invoice = bought?.invoice ?? (await invoiceOf(books, session, secrets))
  const complete = await books.change('checkout.session', id, {
    ...details,
    payment_intent: session.mode === 'payment' ? (taken?.id ?? null) : null,
    payment_status: taken ? 'paid' : 'no_payment_required',
    status: 'complete',
    subscription: bought?.subscription.id ?? null,
    invoice: invoice?.id ?? null,
    url: null,
  })
  if (invoice) await settleInvoice(books, invoice, taken)
  if (bought) await books.emit('customer.subscription.created', bought.subscription)
  await books.emit('checkout.session.completed', complete)
  return 'done'
}

async function keepTaxDetails(
  books: Books,
  { customer_details }: Stripe.Checkout.Session,
  customer: string,
  { taxId, country }: TypedTaxDetails,
): Promise<Partial<Stripe.Checkout.Session>> {
  if (!taxId && !country) return {}
  const taxIds = taxId ? [await addTaxId(books, customer, taxId)] : []
  const address = country ? ({ country } as Stripe.Address) : null
  if (address) await books.change('customer', customer, { address })
  const tax_ids = taxIds.map(({ type, value }) => ({ type, value }))
  return { customer_details: { ...customer_details!, address, tax_ids } as Stripe.Checkout.Session.CustomerDetails }
}

/** The metadata of a subscription is not that of its payments. */
export function paymentOf(
  { amount_total, customer, mode }: Stripe.Checkout.Session,
  { metadata, paymentIntent, paymentMethod }: SessionSecrets,
) {
  return {
    amount: amount_total ?? 0,
    customer: idOf(customer),
    metadata: mode === 'payment' ? metadata : {},
    paymentIntent,
    paymentMethod: paymentMethod ?? null,
  }
}

/** Of what is paid once, where its session asked for one. */
export async function invoiceOf(books: Books, session: Stripe.Checkout.Session, secrets: SessionSecrets) {
  const customer = idOf(session.customer)
  if (session.mode !== 'payment' || !secrets.asksInvoice || !customer) return null
  return await writeInvoice(books, { ...secrets, customer, subscription: null, reason: 'manual' })
}

/** The session stays open, to be tried again. */
export async function declineSession(books: Books, id: string): Promise<Outcome> {
  const open = await lockOpen(books, id)
  if (!open) return 'not-open'
  const { session, secrets } = open
  if (!session.amount_total) return 'done'
  const paymentIntent = await declinePayment(books, paymentOf(session, secrets))
  const shown = session.mode === 'payment' ? { payment_intent: paymentIntent.id } : {}
  await books.change('checkout.session', id, shown, { paymentIntent: paymentIntent.id })
  return 'done'
}

/** @throws ApiError 400 where it is not open. */
export async function expireSession(books: Books, id: string): Promise<Stripe.Checkout.Session> {
  const { body } = await books.lock('checkout.session', id)
  if (body.status !== 'open') {
    throw badRequest(
      null,
      `Only Checkout Sessions with a status in ["open"] can be expired. This one is ${body.status}.`,
    )
  }
  return markExpired(books, id)
}

/** Null for one that is not open any more; one whose time is over expires. */
export async function lockOpen(books: Books, id: string) {
  const { body: session, hidden } = await books.lock('checkout.session', id)
  if (session.status !== 'open') return null
  if (session.expires_at <= books.now) {
    await markExpired(books, id)
    return null
  }
  return { session, secrets: hidden as SessionSecrets }
}

async function markExpired(books: Books, id: string): Promise<Stripe.Checkout.Session> {
  const expired = await books.change('checkout.session', id, { status: 'expired', url: null })
  return books.emit('checkout.session.expired', expired)
}

/** As `line_items` shows them when it is expanded. */
export async function linesOfSession(books: Books, id: string): Promise<Stripe.ApiList<Stripe.LineItem>> {
  const { hidden } = await books.lock('checkout.session', id)
  return embeddedList(`/v1/checkout/sessions/${id}/line_items`, (hidden as SessionSecrets).lines)
}
