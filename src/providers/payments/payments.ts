import type Stripe from 'stripe'
import type { Instant, Pence } from '#domain/formats.ts'
import type { VatTreatment } from '#domain/vat.ts'

type CheckoutLine = {
  name: string
  amountPence: number
  interval: 'year' | 'month' | null
  quantity: 1
}

type Payer =
  | { customerId: string; customer?: never }
  | { customerId?: never; customer: { email: string; name: string } }

export type CheckoutRequest = Payer & {
  orderId: string
  applicationId: string
  product: string
  lines: CheckoutLine[]
  discount?: { couponId: string } | undefined
  /** Absolute; the provider replaces `{CHECKOUT_SESSION_ID}` in it. */
  successUrl: string
  cancelUrl: string
  /** At most 240 characters. The same key with the same request gives the same session for 24 hours. */
  idempotencyKey: string
  /** `subscription` needs at least one line with an interval, all the same; `payment` allows none. */
  mode: 'payment' | 'subscription'
  /** Beside `order_id`, `application_id` and `product` on the session, the payment and the subscription. */
  metadata: Record<string, string>
  vat: TaxOfInvoices
}

/** The rate of `ensureTaxRate` and the words of its invoices. */
export type TaxOfInvoices = { taxRateId: string | null; footer: string }

type StartedCheckout = { sessionId: string; url: string; expiresAt: string }

/** Compare amount, currency, order and application before recording anything. */
export type CheckoutSession = {
  id: string
  status: 'open' | 'complete' | 'expired'
  paymentStatus: 'paid' | 'unpaid' | 'no_payment_required'
  amountTotalPence: number
  amountDiscountPence: number
  currency: string
  customerId: string | null
  subscriptionId: string | null
  /** In subscription mode of the first invoice; null where nothing was to be paid. */
  paymentIntentId: string | null
  invoiceId: string | null
  orderId: string | null
  applicationId: string | null
  metadata: Record<string, string>
  /** Of the period that this session pays for; null without a subscription. Renewals have their own invoices. */
  currentPeriodEnd: string | null
  url: string | null
  expiresAt: string
  /** When the money came, as far as the session says it. */
  paidAt: string | null
  /** What a buyer outside the UK typed there, with its country's letters; null for the UK's own. */
  foreignVatNumber: string | null
}

export type Subscription = {
  id: string
  status: string
  customerId: string
  /** It ends with the period, however the provider has noted that. */
  cancelAtPeriodEnd: boolean
  /** The earliest of its items. It moves at renewal even where that was not paid. */
  currentPeriodEnd: string
  endedAt: string | null
  latestInvoiceId: string | null
  metadata: Record<string, string>
}

export type TakenPayment = {
  paymentIntentId: string
  amountPence: number
  refundedPence: number
  isRefunded: boolean
  currency: string
}

export type Dispute = {
  id: string
  /** Null for a payment of before payment intents. */
  paymentIntentId: string | null
  /** Stripe's words: `needs_response`, `under_review`, `won`, `lost`, `prevented`, and early warnings (`warning_…`). A lost one may be won on appeal. */
  status: string
  amountPence: number
  currency: string
  reason: string
  dueBy: string | null
  openedAt: string
  /** What it took off the balance and brought back, oldest first; none of an early warning. */
  moves: { id: string; amountPence: number; feePence: number; at: string }[]
}

export type Invoice = {
  id: string
  subscriptionId: string | null
  /** Stripe's words: `open`, `paid`, or over (`void`, `uncollectible`). */
  status: string
  currency: string
  paidPence: number
  paidAt: string | null
  isRenewal: boolean
  paymentIntentId: string | null
  duePence: number
  /** A bank debit of it was begun and has neither come nor failed. */
  isUnderWay: boolean
  coversUntil: string
  document: InvoiceDocument
}

export type InvoiceDocument = {
  invoiceId: string
  /** Null for one that is not final. */
  number: string | null
  grossPence: Pence
  vatPence: Pence
  isReverseCharge: boolean
  paymentIntentId: string | null
  issuedAt: Instant
}

export type CreditNote = {
  creditNoteId: string
  number: string
  grossPence: Pence
  vatPence: Pence
  issuedAt: Instant
  refundIds: string[]
}

/** What a subscription is paid for, with the payment of its latest invoice: null where nothing was taken yet (a free first year). */
export type PaidPeriod = { paidUntil: string | null; paymentIntentId: string | null }

/** `pending` ends as another one; after `failed` and `cancelled` the money stayed with us. */
export type Refund = {
  refundId: string
  amountPence: number
  currency: string
  state: 'pending' | 'succeeded' | 'failed' | 'cancelled'
  madeAt: string
}

/** As an event or a balance transaction brings it. */
export type ReportedRefund = Refund & {
  paymentIntentId: string | null
  problem: string | null
  /** Our own ids, where the refund was asked for at our admin. */
  ours: { orderId: string | null; refundId: string | null }
}

/** One line of the provider's books. Its fee is taken off its amount. */
export type BalanceTransaction = {
  id: string
  /** Stripe's words: `charge`, `payment`, `refund`, `adjustment`, `payout`, `stripe_fee` and more. */
  type: string
  sourceId: string | null
  paymentIntentId: string | null
  orderId: string | null
  /** Of a refund, or of one that failed. */
  refund: ReportedRefund | null
  /** Positive when the balance grows. */
  amountPence: number
  feePence: number
  currency: string
  createdAt: string
  availableAt: string
}

/** Try again after `payments-unavailable` (also our rejected key), never after `payments-rejected`. `bad-signature` also for no event. */
export type PaymentsFailure = {
  failure: 'payments-unavailable' | 'payments-rejected' | 'payments-not-found' | 'bad-signature'
  code: string | null
  requestId: string | null
  /** The key keeps this answer, so a new attempt needs a new key. False after a timeout: keep the key. */
  newKeyNeeded: boolean
}

export type PaymentEvent = Stripe.Event

/** Expected failures of network and provider are returned, never thrown. */
type Answer<Value> = Promise<Value | PaymentsFailure>

export type Payments = {
  createCheckoutSession: (request: CheckoutRequest) => Answer<StartedCheckout>
  retrieveCheckoutSession: (id: string) => Answer<CheckoutSession>
  /** A session that is no longer open is `payments-rejected`. */
  expireCheckoutSession: (id: string) => Answer<CheckoutSession>
  createCustomer: (request: {
    organisationId: string
    name: string
    email: string
    idempotencyKey: string
  }) => Answer<{ customerId: string }>
  /** An existing one with another percentage or duration is `payments-rejected`. */
  ensureCoupon: (coupon: {
    id: string
    percentOff: number
    duration: 'once'
    name: string
  }) => Answer<{ couponId: string }>
  /** One of each kind, which is found again by its name there. */
  ensureTaxRate: (vat: Exclude<VatTreatment, 'none'>) => Answer<{ taxRateId: string }>
  /** Of a business outside the UK: from now on its invoices say reverse charge. Its number is there once, however often this is asked. */
  setReverseCharge: (request: { customerId: string; vatNumber: string; kind: string }) => Answer<{ customerId: string }>
  /** Of the invoices to come. */
  setSubscriptionTax: (subscriptionId: string, tax: TaxOfInvoices) => Answer<Subscription>
  /** The newest 100. */
  listPaidInvoices: (subscriptionId: string) => Answer<{ invoices: InvoiceDocument[] }>
  /** The newest 100. */
  listCreditNotes: (invoiceId: string) => Answer<{ creditNotes: CreditNote[] }>
  /** For a refund that was made. */
  createCreditNote: (request: {
    invoiceId: string
    refundId: string
    amountPence: Pence
    idempotencyKey: string
  }) => Answer<CreditNote>
  /** Where its PDF is at the moment: the address alone opens it. */
  findDocument: (kind: 'invoice' | 'credit-note', id: string) => Answer<{ url: string }>
  createPortalSession: (request: { customerId: string; returnUrl: string }) => Answer<{ url: string }>
  retrieveInvoice: (id: string) => Answer<Invoice>
  retrieveSubscription: (id: string) => Answer<Subscription>
  /** With the period that is paid, or goes on after it. */
  setRenewal: (id: string, wanted: { renews: boolean }) => Answer<Subscription>
  /** At once, without a refund; one that has ended is `payments-rejected` or `payments-not-found`. */
  cancelSubscription: (id: string) => Answer<Subscription>
  /** A refund or dispute names only the payment; both null for a single payment. */
  findSubscriptionOfPayment: (
    paymentIntentId: string,
  ) => Answer<{ subscriptionId: string | null; invoiceId: string | null }>
  findPaidPeriod: (subscriptionId: string) => Answer<PaidPeriod>
  retrieveDispute: (id: string) => Answer<Dispute>
  /** One that was never taken is `payments-not-found`. */
  retrievePayment: (paymentIntentId: string) => Answer<TakenPayment>
  /** More than is left is `payments-rejected`. After `payments-unavailable` it may have happened: `findRefund` tells. */
  refundPayment: (request: {
    paymentIntentId: string
    amountPence: number
    metadata: Record<string, string>
    idempotencyKey: string
  }) => Answer<Refund>
  findRefund: (paymentIntentId: string, ourId: string) => Answer<{ refund: Refund | null }>
  /** Newest first, for events that no webhook brought (Stripe keeps them for 30 days). @param limit 100 by default. */
  listEvents: (request: { types: string[]; since: Date; limit?: number }) => Answer<{ events: PaymentEvent[] }>
  /** Of a time, or of what one payout brought; newest first. `payments-rejected` for a payout that was made by hand. */
  listBalanceTransactions: (
    request: { since: Date; until: Date; limit: number } | { payoutId: string; limit: number },
  ) => Answer<{ transactions: BalanceTransaction[] }>
  /** Over the untouched body, with a tolerance of 300 seconds. */
  verifyWebhook: (rawBody: string | Uint8Array, signatureHeader: string | null) => Answer<PaymentEvent>
}

export function isPaymentsFailure(value: object): value is PaymentsFailure {
  return 'failure' in value
}

/** What a failure means for what is asked about: it may be there, or the provider knows nothing of it. */
export function lookupFailed({ failure }: PaymentsFailure): 'unavailable' | 'unknown' {
  return failure === 'payments-unavailable' ? 'unavailable' : 'unknown'
}
