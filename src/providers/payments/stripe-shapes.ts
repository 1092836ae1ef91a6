import type Stripe from 'stripe'
import type { CheckoutSession, Subscription } from './payments.ts'

/** The id of something that Stripe gives either as an id or, expanded, as the object. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}

/** The subscription that an invoice bills. Since API 2025-03-31 it stands under `parent`, no longer on the invoice itself. */
export function subscriptionOfInvoice(invoice: Stripe.Invoice): string | null {
  return idOf(invoice.parent?.subscription_details?.subscription)
}

/** End of the paid period (ISO 8601 in UTC). Since API 2025-03-31 periods stand on the items; the earliest end counts. */
export function periodEndOf(subscription: Stripe.Subscription): string {
  return isoTime(Math.min(...subscription.items.data.map((item) => item.current_period_end)))
}

export function readCheckoutSession(session: Stripe.Checkout.Session): CheckoutSession {
  const { subscription, metadata } = session
  return {
    id: session.id,
    status: session.status as CheckoutSession['status'],
    paymentStatus: session.payment_status as CheckoutSession['paymentStatus'],
    amountTotalPence: session.amount_total ?? 0,
    amountDiscountPence: session.total_details?.amount_discount ?? 0,
    currency: session.currency ?? '',
    customerId: idOf(session.customer),
    subscriptionId: idOf(subscription),
    paymentIntentId: idOf(session.payment_intent) ?? paymentOfInvoice(session.invoice),
    invoiceId: idOf(session.invoice),
    orderId: session.client_reference_id ?? metadata?.order_id ?? null,
    applicationId: metadata?.application_id ?? null,
    metadata: metadata ?? {},
    currentPeriodEnd: subscription && typeof subscription === 'object' ? periodEndOf(subscription) : null,
    url: session.url,
    expiresAt: isoTime(session.expires_at),
  }
}

export function readSubscription(subscription: Stripe.Subscription): Subscription {
  return {
    id: subscription.id,
    status: subscription.status,
    customerId: idOf(subscription.customer) ?? '',
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    currentPeriodEnd: periodEndOf(subscription),
    endedAt: subscription.ended_at === null ? null : isoTime(subscription.ended_at),
    latestInvoiceId: idOf(subscription.latest_invoice),
    metadata: subscription.metadata,
  }
}

/** Stripe's seconds since 1970 as ISO 8601 in UTC. */
export function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

function paymentOfInvoice(invoice: string | Stripe.Invoice | null): string | null {
  if (!invoice || typeof invoice === 'string') return null
  const paid = invoice.payments?.data.find((payment) => payment.status === 'paid')
  return idOf(paid?.payment.payment_intent)
}
