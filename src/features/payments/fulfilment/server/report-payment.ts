import type { Transaction } from '#database/sql.ts'
import { discrepancyMail, unknownOrderMail } from '#features/payments/server/order-mails.ts'
import { readFunnelApplication, readOrder } from '#features/payments/server/queries.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { addDiscrepancy, type FoundPayment } from './discrepancy-queries.ts'

/** Keeps a payment for somebody to look at, and tells the team: once for each payment and kind. */
export async function reportPayment(tx: Transaction, services: Services, payment: FoundPayment): Promise<void> {
  const { kind, orderId, sessionId, difference, amountPence, currency, paymentIntentId, subscriptionId } = payment
  const [added] = await addDiscrepancy(tx, {
    kind,
    orderId,
    sessionId,
    difference,
    amountPence,
    currency,
    paymentIntentId,
    subscriptionId,
    now: services.now().toISOString(),
  })
  if (!added) return
  const { brand, log } = services
  const [order] = orderId ? await readOrder(tx, { orderId }) : []
  if (order && kind !== 'unknown-order') {
    const [application] = await readFunnelApplication(tx, { applicationId: order.application_id })
    await queueMail(tx, discrepancyMail({ ...payment, kind, id: added.id }, order, application!, brand), services)
  } else await queueMail(tx, unknownOrderMail({ ...payment, id: added.id }, brand), services)
  log.error('payment not booked', { outcome: kind, order: orderId, difference })
}
