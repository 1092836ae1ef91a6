import type Stripe from 'stripe'

/** What is bought on one line. Prices are whole pence in pounds sterling, quantity is always one. */
type CheckoutLine = {
  name: string
  amountPence: number
  /** How often the amount comes back; null for a price paid once. */
  interval: 'year' | 'month' | null
  quantity: 1
}

/** Who pays: a customer that the provider knows already, or one to be created there under the session's idempotency key. */
type Payer =
  | { customerId: string; customer?: never }
  | { customerId?: never; customer: { email: string; name: string } }

export type CheckoutRequest = Payer & {
  orderId: string
  applicationId: string
  /** The order's type, for example `listing`. */
  product: string
  lines: CheckoutLine[]
  /** A coupon that `ensureCoupon` made. */
  discount?: { couponId: string } | undefined
  /** Absolute addresses. `{CHECKOUT_SESSION_ID}` in the first is replaced by the provider. */
  successUrl: string
  cancelUrl: string
  /** At most 240 characters. The same key with the same request gives the same session for 24 hours. */
  idempotencyKey: string
  /** `subscription` needs at least one line with an interval, all of the same interval; `payment` allows none. */
  mode: 'payment' | 'subscription'
  /** Kept beside `order_id`, `application_id` and `product` on the session, the payment and the subscription. */
  metadata: Record<string, string>
}

type StartedCheckout = { sessionId: string; url: string; expiresAt: string }

/** A checkout session as far as this product reads it. Compare amount, currency, order and application before booking anything. */
export type CheckoutSession = {
  id: string
  status: 'open' | 'complete' | 'expired'
  paymentStatus: 'paid' | 'unpaid' | 'no_payment_required'
  amountTotalPence: number
  amountDiscountPence: number
  /** Lower case, for example `gbp`. */
  currency: string
  customerId: string | null
  subscriptionId: string | null
  /** Of the payment itself, or of the first invoice's payment in subscription mode; null where nothing was to be paid. */
  paymentIntentId: string | null
  invoiceId: string | null
  orderId: string | null
  applicationId: string | null
  metadata: Record<string, string>
  /** End of the period that this session pays for (ISO 8601 in UTC); null without a subscription. Renewals are told of by their own invoices. */
  currentPeriodEnd: string | null
  /** Where the payer is sent while the session is open. */
  url: string | null
  expiresAt: string
}

export type Subscription = {
  id: string
  /** Stripe's words: `active`, `past_due`, `canceled`, `unpaid`, … */
  status: string
  customerId: string
  /** It does not renew: it ends with the period, however the provider has noted that. */
  cancelAtPeriodEnd: boolean
  /** Earliest end of a period among its items (ISO 8601 in UTC). It moves on at renewal even where the renewal was not paid. */
  currentPeriodEnd: string
  endedAt: string | null
  latestInvoiceId: string | null
  metadata: Record<string, string>
}

/** A payment that was taken, and what has gone back of it. */
export type TakenPayment = {
  paymentIntentId: string
  amountPence: number
  refundedPence: number
  /** All of it went back. */
  isRefunded: boolean
  /** The payer's bank has ever disputed it. */
  isDisputed: boolean
  currency: string
}

/** A payer's bank disputes a payment. */
export type Dispute = {
  id: string
  /** Null for a payment of before payment intents. */
  paymentIntentId: string | null
  /**
   * Stripe's words: `needs_response`, `under_review`, `won`, `lost`, `prevented`, and those of an early warning, which begin with
   * `warning_`. A lost one may still be won on appeal (`appeal_…` until then).
   */
  status: string
  amountPence: number
  currency: string
  /** Stripe's word, for example `product_not_received`. */
  reason: string
  /** Until when it can be answered (ISO 8601 in UTC); null where the bank takes no answer. */
  dueBy: string | null
  /** ISO 8601 in UTC. */
  openedAt: string
}

/** A bill of a subscription. */
export type Invoice = {
  id: string
  /** Null for a bill of something else. */
  subscriptionId: string | null
  /** Stripe's words: `open` while it is to be paid, `paid`, or over (`void`, `uncollectible`). */
  status: string
  currency: string
  paidPence: number
  /** ISO 8601 in UTC; null while it is not paid. */
  paidAt: string | null
  /** Of a later period: the first bill is what the payer paid on the payment page. */
  isRenewal: boolean
  /** The payment that settled it; null while there is none. */
  paymentIntentId: string | null
  /** What is still to be paid. */
  duePence: number
  /** End of the period that it bills (ISO 8601 in UTC). */
  coversUntil: string
}

/** Money on its way back. `pending` ends as one of the others; `failed` and `cancelled` mean that the money stayed with us. */
export type Refund = { refundId: string; amountPence: number; state: 'pending' | 'succeeded' | 'failed' | 'cancelled' }

/**
 * An expected failure.
 *
 * - `payments-unavailable`: not reachable, too slow, rate limited, broken, busy with the same idempotency key, or our secret key is not
 *   taken (expired, or without the permission): try again later.
 * - `payments-rejected`: the provider refuses the request as it stands; trying again changes nothing.
 * - `payments-not-found`: no such object.
 * - `bad-signature`: the webhook was not signed by the provider, or too long ago, or is no event.
 */
export type PaymentsFailure = {
  failure: 'payments-unavailable' | 'payments-rejected' | 'payments-not-found' | 'bad-signature'
  /** The provider's error code or type, for the log. Never a text that may quote personal data. */
  code: string | null
  /** The provider's name of the request, for the log and its support. */
  requestId: string | null
  /** The answer is kept under the idempotency key: only a new key makes a new attempt. False after a timeout: keep the key. */
  newKeyNeeded: boolean
}

export type PaymentEvent = Stripe.Event

/** The one way to the payment provider. Expected failures are returned; nothing throws for what the network or the provider does. */
export type Payments = {
  /** Opens a hosted checkout page. */
  createCheckoutSession: (request: CheckoutRequest) => Promise<StartedCheckout | PaymentsFailure>
  /** Asks how a session stands. */
  retrieveCheckoutSession: (id: string) => Promise<CheckoutSession | PaymentsFailure>
  /** Closes an open session, so that nobody can pay it any more; a session that is no longer open is `payments-rejected`. */
  expireCheckoutSession: (id: string) => Promise<CheckoutSession | PaymentsFailure>
  createCustomer: (request: {
    organisationId: string
    name: string
    email: string
    idempotencyKey: string
  }) => Promise<{ customerId: string } | PaymentsFailure>
  /** Makes the coupon unless it exists. One that exists with another percentage or duration is `payments-rejected`. */
  ensureCoupon: (coupon: {
    id: string
    percentOff: number
    duration: 'once'
    name: string
  }) => Promise<{ couponId: string } | PaymentsFailure>
  /** A short-lived address where the customer sees invoices and ends or resumes subscriptions. */
  createPortalSession: (request: {
    customerId: string
    returnUrl: string
  }) => Promise<{ url: string } | PaymentsFailure>
  retrieveInvoice: (id: string) => Promise<Invoice | PaymentsFailure>
  retrieveSubscription: (id: string) => Promise<Subscription | PaymentsFailure>
  /** Ends a subscription now, without a refund; one that has ended is `payments-rejected` or `payments-not-found`. */
  cancelSubscription: (id: string) => Promise<Subscription | PaymentsFailure>
  /** Which subscription a payment belongs to (a refund or dispute names the payment only); null for a payment on its own. */
  findSubscriptionOfPayment: (paymentIntentId: string) => Promise<{ subscriptionId: string | null } | PaymentsFailure>
  /**
   * Until when a subscription is paid (ISO 8601 in UTC), as its paid invoices say, and the payment that brought the latest money:
   * null where nothing has been taken yet (a free first year).
   */
  findPaidPeriod: (
    subscriptionId: string,
  ) => Promise<{ paidUntil: string | null; paymentIntentId: string | null } | PaymentsFailure>
  /** How a dispute stands now, whatever an event has said of it. */
  retrieveDispute: (id: string) => Promise<Dispute | PaymentsFailure>
  /** What was taken by a payment and what has gone back; one that was never taken is `payments-not-found`. */
  retrievePayment: (paymentIntentId: string) => Promise<TakenPayment | PaymentsFailure>
  /**
   * Gives money back. More than is left, or twice all of it, is `payments-rejected`. The same key gives the same refund. After
   * `payments-unavailable` the money may have gone back all the same: `findRefund` tells.
   */
  refundPayment: (request: {
    paymentIntentId: string
    amountPence: number
    /** Kept on the refund at the provider. */
    metadata: Record<string, string>
    idempotencyKey: string
  }) => Promise<Refund | PaymentsFailure>
  /** The refund of a payment that bears our own id (`refund_id` in its metadata); null where the provider holds none. */
  findRefund: (paymentIntentId: string, ourId: string) => Promise<{ refund: Refund | null } | PaymentsFailure>
  /**
   * Events of the given types since a moment, newest first, for discrepancy what no webhook brought (kept by Stripe for 30 days).
   *
   * @param limit at most this many, 100 by default.
   */
  listEvents: (request: {
    types: string[]
    since: Date
    limit?: number
  }) => Promise<{ events: PaymentEvent[] } | PaymentsFailure>
  /** Checks a webhook's signature over its untouched body (tolerance 300 seconds) and parses the event. */
  verifyWebhook: (
    rawBody: string | Uint8Array,
    signatureHeader: string | null,
  ) => Promise<PaymentEvent | PaymentsFailure>
}

export function isPaymentsFailure(value: object): value is PaymentsFailure {
  return 'failure' in value
}
