import type { Transaction } from '#database/sql.ts'
import { isUnpaid } from '#features/payments/rules.ts'
import { endUnpaidOrder, listOpenSessions, listOrders, readOrder } from '#features/payments/server/queries.ts'
import type { Services } from '#requests/services.ts'
import { closePaymentPage } from './start-checkout.ts'

/**
 * Closes the payment pages that are open for an application. What was paid in the last moment is booked first.
 *
 * @returns false where a payment is on its way by a slow method, or the provider cannot say whether it is.
 */
export async function closePaymentPages(services: Services, applicationId: string): Promise<boolean> {
  for (const order of await listOpenSessions(services.sql, { applicationId })) {
    if ((await closePaymentPage(services, order.id, order.session_id)) !== 'closed') return false
  }
  return true
}

/**
 * Ends the open orders of an application whose lock this transaction holds, so that no page opens meanwhile.
 *
 * @returns payment pages that were opened since `closePaymentPages`, to be closed after the commit; null, and nothing is ended, where
 *   something was paid.
 */
export async function endOpenOrders(tx: Transaction, applicationId: string): Promise<string[] | null> {
  const orders = await listOrders(tx, { applicationId })
  if (orders.some((order) => !isUnpaid(order))) return null
  const left: string[] = []
  for (const { id, status } of orders) {
    if (status !== 'pending') continue
    // Ended first: a page that is being opened at this moment is then either known here, or never handed out.
    await endUnpaidOrder(tx, { orderId: id, status: 'expired' })
    const [order] = await readOrder(tx, { orderId: id })
    if (order?.checkout_session_id) left.push(order.checkout_session_id)
  }
  return left
}
