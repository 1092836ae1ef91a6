import type Stripe from 'stripe'
import type { Instant, Pence } from '#domain/formats.ts'
import { readVatNumber } from '#domain/vat.ts'

export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}

/** Under `parent` since API 2025-03-31. */
export function subscriptionOfInvoice(invoice: Stripe.Invoice): string | null {
  return idOf(invoice.parent?.subscription_details?.subscription)
}

/** On the items since API 2025-03-31; the earliest end counts. */
function periodEndOf(subscription: Stripe.Subscription): string {
  return isoTime(Math.min(...subscription.items.data.map((item) => item.current_period_end)))
}

/** In flexible billing mode (API 2025-09-30) the portal sets `cancel_at` and leaves `cancel_at_period_end` false. */
export function endsWithPeriod({ cancel_at_period_end, cancel_at, items }: Stripe.Subscription): boolean {
  if (cancel_at_period_end) return true
  return Boolean(cancel_at) && cancel_at! <= Math.max(...items.data.map((item) => item.current_period_end))
}

export function readCheckoutSession(session: Stripe.Checkout.Session) {
  const { subscription, metadata } = session
  return {
    id: session.id,
    status: session.status as 'open' | 'complete' | 'expired',
    paymentStatus: session.payment_status as 'paid' | 'unpaid' | 'no_payment_required',
    amountTotalPence: session.amount_total ?? 0,
    amountDiscountPence: session.total_details?.amount_discount ?? 0,
    currency: session.currency ?? '',
    customerId: idOf(session.customer),
    subscriptionId: idOf(subscription),
    /** In subscription mode of the first invoice; null where nothing was to be paid. */
    paymentIntentId: idOf(session.payment_intent) ?? paymentOfInvoice(session.invoice),
    invoiceId: idOf(session.invoice),
    orderId: session.client_reference_id ?? metadata?.order_id ?? null,
    applicationId: metadata?.application_id ?? null,
    metadata: metadata ?? {},
    /** Of the period that this session pays for; null without a subscription. Renewals have their own invoices. */
    currentPeriodEnd: periodEndOfSession(session),
    url: session.url,
    expiresAt: isoTime(session.expires_at),
    /** When the money came, as far as the session says it. */
    paidAt: paidAtOfSession(session),
    /** What a buyer outside the UK typed there, with its country's letters; null for the UK's own. */
    foreignVatNumber: foreignVatNumberOf(session),
  }
}

function paidAtOfSession({ invoice, payment_intent }: Stripe.Checkout.Session): string | null {
  const paid = typeof invoice === 'object' ? invoice?.status_transitions?.paid_at : null
  if (paid) return isoTime(paid)
  const charge = typeof payment_intent === 'object' ? payment_intent?.latest_charge : null
  return charge && typeof charge === 'object' ? isoTime(charge.created) : null
}

/** Both the number and the address have to be of another country. */
function foreignVatNumberOf({ customer_details: payer }: Stripe.Checkout.Session): string | null {
  const numbers = payer?.tax_ids?.map(({ value }) => (value ? readVatNumber(value) : null)) ?? []
  const isAbroad = Boolean(payer?.address?.country) && payer!.address!.country !== 'GB'
  return isAbroad ? (numbers.find(Boolean)?.number ?? null) : null
}

/** The subscription's own period moves on at a renewal, paid or not, so it serves only where there is no invoice yet. */
function periodEndOfSession({ invoice, subscription }: Stripe.Checkout.Session): string | null {
  // What is paid once has an invoice too, and no period.
  if (!subscription) return null
  if (invoice && typeof invoice === 'object' && invoice.lines?.data.length) {
    return isoTime(Math.max(...invoice.lines.data.map((line) => line.period.end)))
  }
  return typeof subscription === 'object' ? periodEndOf(subscription) : null
}

export function readSubscription(subscription: Stripe.Subscription) {
  return {
    id: subscription.id,
    status: subscription.status as string,
    customerId: idOf(subscription.customer) ?? '',
    /** It ends with the period, however the provider has noted that. */
    cancelAtPeriodEnd: endsWithPeriod(subscription),
    /** The earliest of its items. It moves at renewal even where that was not paid. */
    currentPeriodEnd: periodEndOf(subscription),
    endedAt: subscription.ended_at === null ? null : isoTime(subscription.ended_at),
    latestInvoiceId: idOf(subscription.latest_invoice),
    metadata: subscription.metadata,
  }
}

/** @param payment its charge expanded with its refunds. @returns null where no money was taken. */
export function readPayment(payment: Stripe.PaymentIntent) {
  const { latest_charge: charge } = payment
  if (payment.status !== 'succeeded' || !charge || typeof charge !== 'object') return null
  const refundedPence = refundedOf(charge)
  return {
    paymentIntentId: payment.id,
    amountPence: charge.amount,
    refundedPence,
    isRefunded: refundedPence >= charge.amount,
    /** Null also where the answer does not hold its refunds. */
    latestRefundId: charge.refunds?.data.find(hasMoneyBack)?.id ?? null,
    currency: charge.currency,
  }
}

/** From refunds, where one answer holds all: whether the charge's sum is corrected when a refund fails is not documented. */
function refundedOf({ refunds, amount_refunded }: Stripe.Charge): number {
  if (!refunds || refunds.has_more) return amount_refunded
  return refunds.data.filter(hasMoneyBack).reduce((sum, { amount }) => sum + amount, 0)
}

const hasMoneyBack = ({ status }: Stripe.Refund) => /^(pending|succeeded)$/.test(stateOfRefund(status))

export function readDispute(dispute: Stripe.Dispute) {
  const { id, payment_intent, status, amount, currency, reason, created, evidence_details } = dispute
  // Stripe writes 0 where the bank takes no answer.
  const dueBy = evidence_details?.due_by ? isoTime(evidence_details.due_by) : null
  return {
    id,
    /** Null for a payment of before payment intents. */
    paymentIntentId: idOf(payment_intent),
    /** Stripe's words: `needs_response`, `under_review`, `won`, `lost`, `prevented`, and early warnings (`warning_…`). A lost one may be won on appeal. */
    status: status as string,
    amountPence: amount,
    currency,
    reason,
    dueBy,
    openedAt: isoTime(created),
    /** What it took off the balance and brought back, oldest first; none of an early warning. */
    moves: (dispute.balance_transactions ?? [])
      .map((move) => ({ id: move.id, amountPence: move.amount, feePence: move.fee, at: isoTime(move.created) }))
      .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
  }
}

/** @param invoice its payments expanded, with their payment intents. */
export function readInvoice(invoice: Stripe.Invoice) {
  return {
    id: invoice.id!,
    subscriptionId: subscriptionOfInvoice(invoice),
    /** Stripe's words: `open`, `paid`, or over (`void`, `uncollectible`). */
    status: invoice.status ?? '',
    currency: invoice.currency,
    paidPence: invoice.amount_paid,
    paidAt: invoice.status_transitions?.paid_at ? isoTime(invoice.status_transitions.paid_at) : null,
    isRenewal: invoice.billing_reason !== 'subscription_create',
    paymentIntentId: paymentOfInvoice(invoice),
    duePence: invoice.amount_remaining,
    /** A bank debit of it was begun and has neither come nor failed. */
    isUnderWay: invoice.status === 'open' && (invoice.payments?.data ?? []).some(isProcessing),
    // An invoice of something else may have no lines; its own period is never later than theirs.
    coversUntil: isoTime(Math.max(invoice.period_end, ...invoice.lines.data.map((line) => line.period.end))),
    document: readInvoiceDocument(invoice),
  }
}

function isProcessing({ payment: { payment_intent } }: Stripe.InvoicePayment): boolean {
  return typeof payment_intent === 'object' && payment_intent.status === 'processing'
}

export function readInvoiceDocument(invoice: Stripe.Invoice) {
  return {
    invoiceId: invoice.id!,
    /** Null for one that is not final. */
    number: invoice.number,
    grossPence: invoice.total,
    vatPence: taxIn(invoice),
    isReverseCharge: invoice.customer_tax_exempt === 'reverse',
    paymentIntentId: paymentOfInvoice(invoice),
    issuedAt: isoTime(invoice.status_transitions?.finalized_at ?? invoice.created),
  }
}

export function readCreditNote(note: Stripe.CreditNote) {
  const { id, number, total, created, refunds } = note
  return {
    creditNoteId: id,
    number,
    grossPence: total,
    vatPence: taxIn(note),
    issuedAt: isoTime(created),
    refundIds: refunds.flatMap(({ refund }) => idOf(refund) ?? []),
  }
}

function taxIn({ total_taxes }: { total_taxes: { amount: number }[] | null }): Pence {
  return (total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0)
}

export function readPaidPeriod({ data }: { data: Stripe.Invoice[] }) {
  const ends = data.flatMap((invoice) => invoice.lines.data.map((line) => line.period.end))
  return {
    paidUntil: ends.length > 0 ? isoTime(Math.max(...ends)) : null,
    paymentIntentId: data.map(paymentOfInvoice).find((payment) => payment !== null) ?? null,
  }
}

export function readRefund(refund: Stripe.Refund) {
  const { id: refundId, amount: amountPence, currency, status, created } = refund
  return { refundId, amountPence, currency, state: stateOfRefund(status), madeAt: isoTime(created) }
}

export function readReportedRefund(refund: Stripe.Refund) {
  const { payment_intent, failure_reason, metadata } = refund
  return {
    ...readRefund(refund),
    paymentIntentId: idOf(payment_intent),
    problem: failure_reason ?? null,
    /** Our own ids, where the refund was asked for at our admin. */
    ours: { orderId: metadata?.order_id ?? null, refundId: metadata?.refund_id ?? null },
  }
}

/** @param transaction its source expanded. */
export function readBalanceTransaction(transaction: Stripe.BalanceTransaction) {
  const { id, type, source, amount, fee, currency, created, available_on } = transaction
  const about = typeof source === 'object' ? source : null
  const refund = about?.object === 'refund' ? readReportedRefund(about) : null
  const payment = about && 'payment_intent' in about ? about.payment_intent : null
  return {
    id,
    /** Stripe's words: `charge`, `payment`, `refund`, `adjustment`, `payout`, `stripe_fee` and more. */
    type: type as string,
    sourceId: idOf(source),
    paymentIntentId: idOf(payment),
    orderId: about && 'metadata' in about ? (about.metadata?.order_id ?? null) : null,
    /** Of a refund, or of one that failed. */
    refund,
    /** Positive when the balance grows. */
    amountPence: amount,
    feePence: fee,
    currency,
    createdAt: isoTime(created),
    availableAt: isoTime(available_on),
  }
}

/**
 * `pending` ends as another one, also where it needs the payer's bank details; after `failed` and `cancelled` the money stayed with us.
 */
function stateOfRefund(status: string | null): 'pending' | 'succeeded' | 'failed' | 'cancelled' {
  if (status === 'succeeded' || status === 'failed') return status
  return status === 'canceled' ? 'cancelled' : 'pending'
}

export function isoTime(seconds: number): Instant {
  return new Date(seconds * 1000).toISOString()
}

function paymentOfInvoice(invoice: string | Stripe.Invoice | null): string | null {
  if (!invoice || typeof invoice === 'string') return null
  const paid = invoice.payments?.data.find((payment) => payment.status === 'paid')
  return idOf(paid?.payment.payment_intent)
}
