import type Stripe from 'stripe'
import type { Pence } from '#domain/formats.ts'
import type { ForeignVatNumber, VatTreatment } from '#domain/vat.ts'
import type * as shapes from './stripe-shapes.ts'

export type CheckoutRequest = {
  customerId: string
  orderId: string
  applicationId: string
  product: string
  lines: { name: string; amountPence: number; interval: 'year' | 'month' | null; quantity: 1 }[]
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

/** Compare amount, currency, order and application before recording anything. */
export type CheckoutSession = ReturnType<typeof shapes.readCheckoutSession>
type Subscription = ReturnType<typeof shapes.readSubscription>
export type TakenPayment = NonNullable<ReturnType<typeof shapes.readPayment>>
export type Dispute = ReturnType<typeof shapes.readDispute>
export type Invoice = ReturnType<typeof shapes.readInvoice>
export type InvoiceDocument = ReturnType<typeof shapes.readInvoiceDocument>
export type CreditNote = ReturnType<typeof shapes.readCreditNote>
/** What a subscription is paid for, with the payment of its latest invoice: null where nothing was taken yet (a free first year). */
export type PaidPeriod = ReturnType<typeof shapes.readPaidPeriod>
export type Refund = ReturnType<typeof shapes.readRefund>
/** As an event or a balance transaction brings it. */
export type ReportedRefund = ReturnType<typeof shapes.readReportedRefund>
/** One line of the provider's books. Its fee is taken off its amount. */
export type BalanceTransaction = ReturnType<typeof shapes.readBalanceTransaction>

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
  createCheckoutSession: (request: CheckoutRequest) => Answer<{ sessionId: string; url: string; expiresAt: string }>
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
  /**
   * Of a business outside the UK: its invoices from now on have this number in place of any other, and say reverse charge. With null it has
   * none, and pays VAT. A number of the UK stays. Asked again, it changes nothing.
   */
  setForeignVatNumber: (request: {
    customerId: string
    vatNumber: ForeignVatNumber | null
  }) => Answer<{ customerId: string }>
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
