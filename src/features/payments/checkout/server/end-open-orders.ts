import type { Transaction } from '#database/sql.ts'
import { isUnpaid } from '#features/payments/rules.ts'
import { expireOrder, listOpenSessions, listOrders } from '#features/payments/server/queries.ts'
import type { Services } from '#requests/services.ts'
import { closePaymentPage } from './start-checkout.ts'

/** Records what was paid in the last moment. @returns false where a payment is being sent by a slow method, or the provider cannot say. */
export async function closePaymentPages(services: Services, applicationId: string): Promise<boolean> {
  for (const order of await listOpenSessions(services.sql, { applicationId })) {
    if ((await closePaymentPage(services, order.id, order.sessionId)) !== 'closed') return false
  }
  return true
}

/**
 * Under the application's lock, so that no page opens in the meantime.
 * @returns pages opened since `closePaymentPages`, to be closed after the commit; null, and nothing is ended, where something was paid.
 */
export async function endOpenOrders(tx: Transaction, applicationId: string): Promise<string[] | null> {
  const orders = await listOrders(tx, { applicationId })
  if (orders.some((order) => !isUnpaid(order))) return null
  const left: string[] = []
  for (const { id, status } of orders) {
    if (status !== 'pending') continue
    const sessionId = await expireOrder(tx, id)
    if (sessionId) left.push(sessionId)
  }
  return left
}
