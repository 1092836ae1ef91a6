import { query } from '../../../database/query.ts'
import type { RegisterStatus } from '../../../domain/register-status.ts'
import type { EventDraft } from '../../applications/schema.ts'

export type OrderStatus = 'pending' | 'paid' | 'failed' | 'expired' | 'refunded' | 'disputed' | 'cancelled'

/** Times are ISO 8601 in UTC, amounts pence. */
export type Order = {
  id: string
  application_id: string
  organisation_id: string
  type: string
  status: OrderStatus
  amount_pence: number
  discount_pence: number
  currency: string
  coupon_code: string | null
  metadata: Record<string, string>
  checkout_session_id: string | null
  checkout_url: string | null
  checkout_expires_at: string | null
  payment_intent_id: string | null
  subscription_id: string | null
  opening_until: string | null
  covers_until: string | null
  created_at: string
  /** The payment whose refund ended it. */
  ended_by_payment: string | null
  /** The dispute that ended it, or that it rests for. */
  ended_by_dispute: string | null
  /** Since when a renewal has not been paid. */
  payment_failed_at: string | null
  /** The payer has stopped the renewal. */
  renewal_stopped: boolean
}

export type LockedApplication = {
  id: string
  status: string
  organisation_id: string
  organisation_name: string
  organisation_email: string
  stripe_customer_id: string | null
  company_key: string | null
  entry_status: RegisterStatus | null
  checkout_closed_at: string | null
}

export type FunnelApplication = {
  id: string
  reference: string
  status: string
  coupon_code: string | null
  event_draft: EventDraft
  organisation_id: string
  organisation_name: string
  organisation_email: string
  stripe_customer_id: string | null
  /** Since when nothing is sold for it, after a refund for cause. */
  checkout_closed_at: string | null
  company_key: string | null
  /** The organisation's address is known to be read. */
  is_address_confirmed: boolean
  entry_number: string | null
  entry_slug: string | null
  entry_standing: RegisterStatus | null
  entry_valid_until: string | null
}

export type Coupon = {
  code: string
  description: string
  percent_off: number
  once_per_organisation: boolean
  is_free: boolean
}

type Id = { id: string }

export const readFunnelApplication = query<[applicationId: string], FunnelApplication>('funnel/read-funnel-application')
/** An order as its summary shows it: the amount is what was due. */
export type SummaryOrder = Pick<
  Order,
  | 'id'
  | 'type'
  | 'amount_pence'
  | 'status'
  | 'coupon_code'
  | 'metadata'
  | 'created_at'
  | 'covers_until'
  | 'renewal_stopped'
  | 'payment_failed_at'
>
export const listOrders = query<[applicationId: string], SummaryOrder>('funnel/list-orders')

export const lockApplication = query<[applicationId: string], LockedApplication>('funnel/lock-application')
export const lockApplicationOfOrder = query<[orderId: string], { id: string; status: string }>(
  'funnel/lock-application-of-order',
)
export const readOrder = query<[orderId: string], Order>('funnel/read-order')
export const readStandingOrder = query<[applicationId: string, type: string], Order>('funnel/read-standing-order')
export const listOtherStandingOrders = query<
  [orderId: string, applicationId: string, type: string],
  Pick<Order, 'id' | 'status' | 'checkout_session_id'>
>('funnel/list-other-standing-orders')
export const listEndedSubscriptions = query<
  [orderId: string, applicationId: string, type: string],
  { subscription_id: string }
>('funnel/list-ended-subscriptions')
export const addOrder = query<
  [
    id: string,
    applicationId: string,
    organisationId: string,
    type: string,
    amountPence: number,
    discountPence: number,
    couponCode: string | null,
    redeemer: string | null,
    metadataJson: string,
  ],
  Order
>('funnel/add-order')

export const claimOpening = query<[orderId: string, seconds: number], Id>('funnel/claim-opening')
export const releaseOpening = query<[orderId: string]>('funnel/release-opening')
export const readOpening = query<
  [orderId: string],
  { status: OrderStatus; checkout_url: string | null; is_opening: boolean | null }
>('funnel/read-opening')
export const saveSession = query<[orderId: string, sessionId: string, url: string, expiresAt: string], Id>(
  'funnel/save-session',
)
export const endUnpaidOrder = query<[orderId: string, status: 'expired' | 'failed'], Id>('funnel/end-unpaid-order')
export const keepCustomer = query<[organisationId: string, customerId: string], { stripe_customer_id: string }>(
  'funnel/keep-customer',
)
export const forgetCustomer = query<[organisationId: string, customerId: string]>('funnel/forget-customer')
/** Closes an application's checkout. @returns the payment pages that nobody may pay any more. */
export const closeCheckout = query<[applicationId: string, now: string], { session_id: string }>(
  'funnel/close-checkout',
)
export const lockCoupon = query<[code: string], { code: string }>('funnel/lock-coupon')
export const readCoupon = query<
  [code: string, product: string, organisationId: string, applicationId: string, now: string, redeemer: string],
  Coupon
>('funnel/read-coupon')

export const markOrderPaid = query<
  [
    orderId: string,
    sessionId: string,
    paymentIntentId: string | null,
    subscriptionId: string | null,
    coversUntil: string | null,
    now: string,
  ],
  Id
>('funnel/mark-order-paid')
export const setOrderStatus =
  query<
    [
      orderId: string,
      status: OrderStatus,
      coversUntil: string | null,
      endedByPayment: string | null,
      endedByDispute: string | null,
    ]
  >('funnel/set-order-status')
export const notePaymentFailed = query<[orderId: string, now: string]>('funnel/note-payment-failed')
export const noteRenewal = query<[orderId: string, isStopped: boolean], Id>('funnel/note-renewal')
export const extendOrder = query<[orderId: string, coversUntil: string], Id>('funnel/extend-order')
export const findOrderOfPayment = query<[paymentIntentId: string], Id>('funnel/find-order-of-payment')
export const findOrderOfSubscription = query<[subscriptionId: string], Id>('funnel/find-order-of-subscription')
export const findOrderOfSession = query<[sessionId: string], Pick<Order, 'id' | 'application_id' | 'type' | 'status'>>(
  'funnel/find-order-of-session',
)

export const addPaymentEvent = query<[eventId: string, type: string, json: string], Id>('funnel/add-payment-event')
export const readPaymentEvent = query<
  [eventId: string],
  { id: string; type: string; payload: unknown; processed_at: string | null }
>('funnel/read-payment-event')
export const finishPaymentEvent =
  query<[eventId: string, outcome: string, now: string, providerIds: string[]]>('funnel/finish-payment-event')
export const wakeEarlyEvents = query<[paymentIntentId: string], Id>('funnel/wake-early-events')

export const listBoughtServices = query<[applicationId: string], { service: string }>('funnel/list-bought-services')
export const placeFeatured = query<[applicationId: string, now: string]>('funnel/place-featured')
export const findListingSession = query<[applicationId: string], { session_id: string }>('funnel/find-listing-session')
export const listOpenSessions = query<[applicationId: string], { id: string; session_id: string }>(
  'funnel/list-open-sessions',
)
export const findBillingCustomers = query<
  [email: string, applicationId: string | null],
  { id: string; customer_id: string }
>('funnel/find-billing-customers')

export const takeStaleSessions = query<[before: string, limit: number, now: string], { session_id: string }>(
  'funnel/take-stale-sessions',
)
export const listStaleEvents = query<[before: string, limit: number], Id>('funnel/list-stale-events')

export type DueReminder = Pick<
  Order,
  'id' | 'application_id' | 'type' | 'metadata' | 'amount_pence' | 'discount_pence' | 'covers_until' | 'renewal_stopped'
>
/** Takes listings whose payers are to be reminded now. */
export const takeDueReminders = query<[now: string, days: number, limit: number], DueReminder>(
  'funnel/take-due-reminders',
)

export const noteWait = query<[orderId: string, since: string]>('funnel/note-wait')
export const endWaits = query<[applicationId: string]>('funnel/end-waits')
export const readPayingListing = query<
  [applicationId: string, now: string],
  Order & { /** Since when it waits to be published. */ waits_since: string | null }
>('funnel/read-paying-listing')
export const listWaitingApplications = query<[email: string | null, companyKey: string | null], Id>(
  'funnel/list-waiting-applications',
)
export const releaseRedemption = query<[orderId: string]>('funnel/release-redemption')
export const takeWaitReminders = query<
  [now: string, days: number, reminders: number, daysApart: number, limit: number],
  Id & { application_id: string; waits_since: string }
>('funnel/take-wait-reminders')
export const listOutwaited = query<
  [now: string, days: number, reminders: number, daysApart: number, limit: number],
  Id
>('funnel/list-outwaited')
