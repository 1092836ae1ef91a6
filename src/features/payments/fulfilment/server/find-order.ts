import { isUuid } from '#domain/is-uuid.ts'
import { isUnpaid } from '#features/payments/rules.ts'
import { type Order, readOrder } from '#features/payments/server/queries.ts'
import { isPaymentsFailure, lookupFailed, type PaidPeriod, type PaymentsFailure } from '#providers/payments/payments.ts'
import type { Services } from '#requests/services.ts'
import { type Booking, fulfilCheckout } from './fulfil-checkout.ts'

/**
 * `early`: of a payment that we do not know yet. `unknown`: nothing of ours. `unknown-order`: an order that does not exist here, as after a
 * restore. `unavailable`: only the provider can tell, and does not answer.
 */
export type OrderLookup = { orderId: string } | 'unknown' | 'unknown-order' | 'early' | 'unavailable'

export async function orderOfSubscription({ sql, payments }: Services, subscriptionId: string): Promise<OrderLookup> {
  const [known] = await sql<{ id: string }[]>`select id from orders where subscription_id = ${subscriptionId}::text`
  if (known) return { orderId: known.id }
  const subscription = await payments.retrieveSubscription(subscriptionId)
  if (isPaymentsFailure(subscription)) return lookupFailed(subscription)
  const { order_id, application_id } = subscription.metadata
  return await existing(sql, isUuid(application_id) ? order_id : undefined)
}

/** @param orderId what the event itself says, where it does. */
export async function orderOfPayment(
  services: Services,
  paymentIntentId: string | null,
  orderId: string | null,
): Promise<OrderLookup> {
  const { sql, payments } = services
  if (!paymentIntentId) return 'unknown'
  const [known] = await sql<{ id: string }[]>`select id from orders where payment_intent_id = ${paymentIntentId}::text`
  if (known) return { orderId: known.id }
  if (orderId) return await existing(sql, orderId)
  const bill = await payments.findSubscriptionOfPayment(paymentIntentId)
  if (isPaymentsFailure(bill)) return lookupFailed(bill)
  return bill.subscriptionId ? await orderOfSubscription(services, bill.subscriptionId) : 'early'
}

async function existing(sql: Services['sql'], orderId: string | undefined): Promise<OrderLookup> {
  if (!isUuid(orderId)) return 'unknown'
  const [order] = await readOrder(sql, { orderId })
  return order ? { orderId: order.id } : 'unknown-order'
}

/** It was paid before it ended, in whatever order the events come. @returns why it is still not recorded; null for an order that is. */
export async function recordFirst(
  services: Services,
  orderId: string,
): Promise<Exclude<Booking['kind'], 'paid'> | null> {
  const [order] = await readOrder(services.sql, { orderId })
  if (!order?.checkoutSessionId || !isUnpaid(order)) return null
  const { kind } = await fulfilCheckout(services, order.checkoutSessionId)
  return kind === 'paid' ? null : kind
}

/** Asks about its subscription, which is known once its payment is recorded. `once`: it was bought once. `unknown`: the provider does not know it. */
async function askOfSubscription<Answer extends object>(
  services: Services,
  orderId: string,
  ask: (subscriptionId: string) => Promise<Answer | PaymentsFailure>,
): Promise<Answer | 'unavailable' | 'once' | 'unknown'> {
  if ((await recordFirst(services, orderId)) === 'unavailable') return 'unavailable'
  const [order] = await readOrder(services.sql, { orderId })
  if (!order?.subscriptionId) return 'once'
  const answer = await ask(order.subscriptionId)
  return isPaymentsFailure(answer) ? lookupFailed(answer) : answer
}

/** Both null for what was bought once. What goes back or ends takes this period with it, so that later events do not bring it back. */
export async function paidPeriodOf(services: Services, orderId: string): Promise<PaidPeriod | 'unavailable'> {
  const billed = await askOfSubscription(services, orderId, services.payments.findPaidPeriod)
  return billed === 'once' || billed === 'unknown' ? { paidUntil: null, paymentIntentId: null } : billed
}

/** False for what was bought once. */
export async function isSubscriptionOver(services: Services, orderId: string): Promise<boolean | 'unavailable'> {
  const subscription = await askOfSubscription(services, orderId, services.payments.retrieveSubscription)
  if (subscription === 'once' || subscription === 'unavailable') return subscription === 'once' ? false : subscription
  return subscription === 'unknown' || subscription.status === 'canceled'
}

/** The refund of an old year ends no listing whose current year is paid. Services that are bought once are paid by the first payment. */
export function isOfEarlierPeriod(order: Order, { paymentIntentId: latest }: PaidPeriod, paymentIntentId: string) {
  if (latest === null || latest === paymentIntentId) return false
  return order.type !== 'extras' || order.paymentIntentId !== paymentIntentId
}
