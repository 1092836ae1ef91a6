import { isUuid } from '#domain/is-uuid.ts'
import { readOrder } from '#features/payments/server/queries.ts'
import { isPaymentsFailure } from '#providers/payments/payments.ts'
import type { Services } from '#requests/services.ts'

/**
 * The order that a payment event is about. `early`: it is about a payment that we do not know yet. `unknown`: nothing of ours.
 * `unknown-order`: an order of ours that does not exist here, as after a restore. `unavailable`: only the provider can tell, and does
 * not answer.
 */
export type OrderLookup = { orderId: string } | 'unknown' | 'unknown-order' | 'early' | 'unavailable'

export async function orderOfSubscription({ sql, payments }: Services, subscriptionId: string): Promise<OrderLookup> {
  const [known] = await sql<{ id: string }[]>`select id from orders where subscription_id = ${subscriptionId}::text`
  if (known) return { orderId: known.id }
  const subscription = await payments.retrieveSubscription(subscriptionId)
  if (isPaymentsFailure(subscription))
    return subscription.failure === 'payments-unavailable' ? 'unavailable' : 'unknown'
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
  if (isPaymentsFailure(bill)) return bill.failure === 'payments-unavailable' ? 'unavailable' : 'unknown'
  return bill.subscriptionId ? await orderOfSubscription(services, bill.subscriptionId) : 'early'
}

async function existing(sql: Services['sql'], orderId: string | undefined): Promise<OrderLookup> {
  if (!isUuid(orderId)) return 'unknown'
  const [order] = await readOrder(sql, { orderId })
  return order ? { orderId: order.id } : 'unknown-order'
}
