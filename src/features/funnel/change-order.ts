import type { Transaction } from '../../database/sql.ts'
import { isUuid } from '../../domain/is-uuid.ts'
import { isPaymentsFailure } from '../../providers/payments/payments.ts'
import type { Services } from '../../services.ts'
import { lapseEntry } from '../register/lapse-entry.ts'
import { bookCheckoutSession, publish } from './book-checkout-session.ts'
import {
  endUnpaidOrder,
  extendOrder,
  findClosedDispute,
  findOrderOfPayment,
  findOrderOfSession,
  findOrderOfSubscription,
  lockApplicationOfOrder,
  type Order,
  placeFeatured,
  readOrder,
  setOrderStatus,
} from './queries.ts'

/**
 * What came of a payment event, kept beside it. `early`: it is about a payment that we do not know yet, and is worked off again
 * when that payment is booked. `unavailable`: the provider did not answer.
 */
export type Outcome =
  | 'paid'
  | 'open'
  | 'waiting'
  | 'expired'
  | 'failed'
  | 'renewed'
  | 'cancelled'
  | 'refunded'
  | 'disputed'
  | 'reinstated'
  | 'unchanged'
  | 'ignored'
  | 'early'
  | 'unknown'
  | 'mismatch'
  | 'paid-twice'
  | 'unavailable'

/** The slow payment of a finished session failed: the order ends, and the buyer may try again. */
export async function failCheckout(services: Services, sessionId: string): Promise<Outcome> {
  const booking = await bookCheckoutSession(services, sessionId)
  if (booking.kind !== 'waiting') return booking.kind
  const [order] = await findOrderOfSession(services.sql, sessionId)
  const [ended] = order ? await endUnpaidOrder(services.sql, order.id, 'failed') : []
  return ended ? 'failed' : 'unchanged'
}

/**
 * A further period of a subscription was paid. Only a period that ends later than the last one counts, so the first invoice, a
 * repeated one and an old one change nothing.
 *
 * @param coversUntil end of the period that the invoice bills (ISO 8601 in UTC), from the invoice and not from the subscription:
 * that one moves on even where nobody has paid.
 */
export async function renewOrder(services: Services, subscriptionId: string, coversUntil: string): Promise<Outcome> {
  const found = await orderOfSubscription(services, subscriptionId)
  if (typeof found === 'string') return found
  return await changing(services, found.orderId, async (tx, order) => {
    const [extended] = await extendOrder(tx, order.id, coversUntil)
    if (!extended) return 'unchanged'
    if (order.type === 'listing') await publish(tx, services, order, coversUntil, services.now())
    return 'renewed'
  })
}

/** A subscription has ended at the provider: the listing lapses with it. */
export async function cancelSubscription(services: Services, subscriptionId: string): Promise<Outcome> {
  const subscription = await services.payments.retrieveSubscription(subscriptionId)
  if (isPaymentsFailure(subscription))
    return subscription.failure === 'payments-unavailable' ? 'unavailable' : 'unknown'
  if (subscription.status !== 'canceled') return 'unchanged'
  const found = await orderOfSubscription(services, subscriptionId)
  if (typeof found === 'string') return found
  return await changing(services, found.orderId, async (tx, order) => {
    if (order.status !== 'paid') return 'unchanged'
    await setOrderStatus(tx, order.id, 'cancelled', subscription.currentPeriodEnd)
    await takeBack(tx, services, order, 'The annual listing has ended.')
    return 'cancelled'
  })
}

/** All of a payment went back: what it bought goes too, and a refunded listing is not billed again. */
export async function refundPayment(
  services: Services,
  paymentIntentId: string | null,
  orderId: string | null,
): Promise<Outcome> {
  const found = await orderOfPayment(services, paymentIntentId, orderId)
  if (typeof found === 'string') return found
  const period = await currentPeriodOf(services, found.orderId)
  if (period === 'unavailable') return period
  const outcome = await changing(services, found.orderId, async (tx, order) => {
    if (order.status === 'refunded' || order.status === 'expired' || order.status === 'failed') return 'unchanged'
    await setOrderStatus(tx, order.id, 'refunded', period)
    await takeBack(tx, services, order, 'The annual listing was refunded.')
    return 'refunded'
  })
  return (await endRefundedListing(services, found.orderId)) ?? outcome
}

/** Ends the subscription of a refunded listing at the provider. Asked again, it changes nothing. */
async function endRefundedListing({ sql, payments }: Services, orderId: string): Promise<'unavailable' | null> {
  const [order] = await readOrder(sql, orderId)
  if (order?.type !== 'listing' || order.status !== 'refunded' || !order.subscription_id) return null
  const ended = await payments.cancelSubscription(order.subscription_id)
  return isPaymentsFailure(ended) && ended.failure === 'payments-unavailable' ? 'unavailable' : null
}

/**
 * The payer's bank disputes a payment: what it bought rests until the bank has decided. Won, it stands again; lost, it stays
 * taken back. The end may arrive before the beginning, so the end is looked up whenever the beginning is worked off.
 */
export async function moveDispute(
  services: Services,
  dispute: { disputeId: string; status: string; paymentIntentId: string | null },
): Promise<Outcome> {
  const found = await orderOfPayment(services, dispute.paymentIntentId, null)
  if (typeof found === 'string') return found
  const period = await currentPeriodOf(services, found.orderId)
  if (period === 'unavailable') return period
  return await changing(services, found.orderId, async (tx, order) => {
    const [closed] = await findClosedDispute(tx, dispute.disputeId)
    const status = closed?.status ?? dispute.status
    // An early warning from the bank's network is no dispute yet and is closed as `warning_closed`.
    if (status.startsWith('warning_')) return 'unchanged'
    if (status === 'won') {
      if (order.status !== 'disputed') return 'unchanged'
      await setOrderStatus(tx, order.id, 'paid', null)
      if (order.type === 'listing' && order.covers_until) {
        await publish(tx, services, order, order.covers_until, services.now())
      }
      if (order.type === 'extras') await placeFeatured(tx, order.application_id, services.now().toISOString())
      return 'reinstated'
    }
    if (order.status !== 'paid' && order.status !== 'disputed') return 'unchanged'
    if (status === 'lost') {
      await setOrderStatus(tx, order.id, 'refunded', period)
      await takeBack(tx, services, order, 'The payment of the annual listing was taken back.')
      return 'refunded'
    }
    if (order.status === 'disputed') return 'unchanged'
    await setOrderStatus(tx, order.id, 'disputed', period)
    await takeBack(tx, services, order, 'The payment of the annual listing is disputed.')
    return 'disputed'
  })
}

/**
 * Runs a change of one order under its application's lock. An order that is not booked yet is booked first: what was paid came
 * before what became of it, even where we hear of it later.
 */
async function changing(
  services: Services,
  orderId: string,
  change: (tx: Transaction, order: Order) => Promise<Outcome>,
): Promise<Outcome> {
  const [seen] = await readOrder(services.sql, orderId)
  const isUnbooked = seen?.status === 'pending' || seen?.status === 'expired' || seen?.status === 'failed'
  if (isUnbooked && seen.checkout_session_id) {
    const booking = await bookCheckoutSession(services, seen.checkout_session_id)
    if (booking.kind !== 'paid') return booking.kind
  }
  return await services.sql.begin(async (tx) => {
    await lockApplicationOfOrder(tx, orderId)
    const [order] = await readOrder(tx, orderId)
    return order ? await change(tx, order) : 'unknown'
  })
}

/**
 * End of the period that an order's subscription is in. What goes back or ends takes this period with it, so that news of its
 * payment that come later do not bring it back.
 */
async function currentPeriodOf({ sql, payments }: Services, orderId: string): Promise<string | null | 'unavailable'> {
  const [order] = await readOrder(sql, orderId)
  if (!order?.subscription_id) return null
  const subscription = await payments.retrieveSubscription(order.subscription_id)
  if (!isPaymentsFailure(subscription)) return subscription.currentPeriodEnd
  return subscription.failure === 'payments-unavailable' ? 'unavailable' : null
}

/** What an order bought does not stand any more: the listing lapses, a featured placement ends. */
async function takeBack(tx: Transaction, services: Services, order: Order, reason: string): Promise<void> {
  const now = services.now()
  if (order.type === 'extras') await placeFeatured(tx, order.application_id, now.toISOString())
  if (order.type !== 'listing') return
  await lapseEntry(tx, { applicationId: order.application_id, reason, cause: `order ${order.id}`, now })
}

type Found = { orderId: string } | 'unknown' | 'early' | 'unavailable'

async function orderOfSubscription({ sql, payments }: Services, subscriptionId: string): Promise<Found> {
  const [known] = await findOrderOfSubscription(sql, subscriptionId)
  if (known) return { orderId: known.id }
  const subscription = await payments.retrieveSubscription(subscriptionId)
  if (isPaymentsFailure(subscription))
    return subscription.failure === 'payments-unavailable' ? 'unavailable' : 'unknown'
  return await existing(sql, subscription.metadata.order_id)
}

async function orderOfPayment(
  services: Services,
  paymentIntentId: string | null,
  orderId: string | null,
): Promise<Found> {
  const { sql, payments } = services
  if (!paymentIntentId) return 'unknown'
  const [known] = await findOrderOfPayment(sql, paymentIntentId)
  if (known) return { orderId: known.id }
  if (orderId) return await existing(sql, orderId)
  const bill = await payments.findSubscriptionOfPayment(paymentIntentId)
  if (isPaymentsFailure(bill)) return bill.failure === 'payments-unavailable' ? 'unavailable' : 'unknown'
  return bill.subscriptionId ? await orderOfSubscription(services, bill.subscriptionId) : 'early'
}

async function existing(sql: Services['sql'], orderId: string | undefined): Promise<Found> {
  if (!isUuid(orderId)) return 'unknown'
  const [order] = await readOrder(sql, orderId)
  return order ? { orderId: order.id } : 'unknown'
}
