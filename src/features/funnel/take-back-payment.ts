import { isPaymentsFailure } from '../../providers/payments/payments.ts'
import type { Services } from '../../services.ts'
import { changing, isSubscriptionOver, type Outcome, paidUntilOf, reinstate, takeBack } from './change-order.ts'
import { noteRefund, settleFindingsOfPayment } from './desk-queries.ts'
import { endSubscription } from './end-subscription.ts'
import { orderOfPayment } from './find-order.ts'
import { endUnpaidOrder, findClosedDispute, readOrder, setOrderStatus } from './queries.ts'

/**
 * Brings an order to what has gone back of one of its payments, as the provider holds it now. All of a payment back ends the order
 * and what it bought; part of it is goodwill and changes nothing. A refund that fails after all brings the order back.
 */
export async function settleRefunds(
  services: Services,
  paymentIntentId: string | null,
  orderId: string | null,
): Promise<Outcome> {
  if (!paymentIntentId) return 'unknown'
  const payment = await services.payments.retrievePayment(paymentIntentId)
  if (isPaymentsFailure(payment)) return payment.failure === 'payments-unavailable' ? 'unavailable' : 'unknown'
  const found = await orderOfPayment(services, paymentIntentId, orderId)
  if (typeof found === 'string') return found
  if (!payment.isRefunded) return await reinstateUnrefunded(services, found.orderId, paymentIntentId)
  const paidUntil = await paidUntilOf(services, found.orderId)
  if (paidUntil === 'unavailable') return paidUntil
  const outcome = await changing(services, found.orderId, async (tx, order) => {
    if (order.status === 'refunded' || order.status === 'expired' || order.status === 'failed') return 'unchanged'
    await setOrderStatus(tx, order.id, 'refunded', paidUntil, paymentIntentId)
    await takeBack(tx, services, order, {
      status: 'refunded',
      by: 'refund',
      reason: 'The annual listing was refunded.',
      cause: paymentIntentId,
    })
    return 'refunded'
  })
  const isUnbooked = outcome === 'paid-twice' || outcome === 'mismatch'
  // Before the finding is settled: while the provider does not answer, there is something left to do.
  if (isUnbooked && (await endUnbookedBilling(services, paymentIntentId)) === 'unavailable') return 'unavailable'
  const now = services.now().toISOString()
  const settled = await settleFindingsOfPayment(services.sql, paymentIntentId, 'The payment was refunded.', now)
  if (isUnbooked) {
    // Its page is over and nothing will be booked of it: the buyer may try again.
    await endUnpaidOrder(services.sql, found.orderId, 'failed')
    return settled.length > 0 ? 'refunded' : outcome
  }
  const [order] = await readOrder(services.sql, found.orderId)
  // The guarantee of managed ads gives the first month back while the campaign goes on.
  return (order?.type !== 'ads' && (await endBilling(services, found.orderId))) || outcome
}

/** Part of the money back, or a refund that failed. An order that stands is left alone; one that this very payment's refund ended stands again. */
async function reinstateUnrefunded(services: Services, orderId: string, paymentIntentId: string): Promise<Outcome> {
  const [seen] = await readOrder(services.sql, orderId)
  if (seen?.status !== 'refunded' || seen.ended_by_payment !== paymentIntentId) return 'ignored'
  const isOver = await isSubscriptionOver(services, orderId)
  if (isOver === 'unavailable') return isOver
  return await changing(services, orderId, async (tx, order) => {
    if (order.status !== 'refunded' || order.ended_by_payment !== paymentIntentId) return 'unchanged'
    return await reinstate(tx, services, order, paymentIntentId, isOver)
  })
}

/** Ends the subscription of an order that was taken back, at the provider: it is not billed again. Asked again, it changes nothing. */
async function endBilling(services: Services, orderId: string): Promise<'unavailable' | null> {
  const [order] = await readOrder(services.sql, orderId)
  if (order?.status !== 'refunded' || !order.subscription_id) return null
  return await endSubscription(services, order.subscription_id)
}

/** Ends the subscription that came with a payment which was not booked and has gone back: nobody gets anything for its renewals. */
async function endUnbookedBilling(services: Services, paymentIntentId: string): Promise<'unavailable' | null> {
  const bill = await services.payments.findSubscriptionOfPayment(paymentIntentId)
  if (isPaymentsFailure(bill)) return bill.failure === 'payments-unavailable' ? 'unavailable' : null
  return bill.subscriptionId ? await endSubscription(services, bill.subscriptionId) : null
}

/** Writes a refund that the provider tells of into our books, and settles what it means for the order. */
export async function takeRefund(
  services: Services,
  refund: {
    id: string
    paymentIntentId: string | null
    amountPence: number
    state: 'pending' | 'succeeded' | 'failed' | 'cancelled'
    problem: string | null
    /** Our own ids, where the refund was asked for at our desk. */
    orderId: string | null
    refundId: string | null
  },
): Promise<Outcome> {
  const { sql, now } = services
  const found = await orderOfPayment(services, refund.paymentIntentId, refund.orderId)
  if (typeof found === 'string') return found
  const { id, refundId, amountPence, state, problem } = refund
  await noteRefund(
    sql,
    id,
    refundId,
    found.orderId,
    refund.paymentIntentId!,
    amountPence,
    state,
    problem,
    now().toISOString(),
  )
  const outcome = await settleRefunds(services, refund.paymentIntentId, found.orderId)
  return outcome === 'ignored' ? 'noted' : outcome
}

/**
 * The payer's bank disputes a payment: what it bought rests until the bank has decided. Won, it stands again; lost, it stays
 * taken back, and its subscription ends: who took the money back through the bank is not charged again. The end may arrive before the beginning, so the end is looked up whenever the beginning is worked off.
 */
export async function moveDispute(
  services: Services,
  dispute: { disputeId: string; status: string; paymentIntentId: string | null },
): Promise<Outcome> {
  const found = await orderOfPayment(services, dispute.paymentIntentId, null)
  if (typeof found === 'string') return found
  const paidUntil = await paidUntilOf(services, found.orderId)
  const isOver = await isSubscriptionOver(services, found.orderId)
  if (paidUntil === 'unavailable' || isOver === 'unavailable') return 'unavailable'
  let isLost = false
  const outcome = await changing(services, found.orderId, async (tx, order) => {
    const [closed] = await findClosedDispute(tx, dispute.disputeId)
    const status = closed?.status ?? dispute.status
    const cause = dispute.disputeId
    // `prevented`: the card network gave the money back before it became a dispute, as the site's owner agreed to beforehand.
    isLost = status === 'lost' || status === 'prevented'
    // An early warning from the bank's network is no dispute yet and is closed as `warning_closed`.
    if (status.startsWith('warning_')) return 'unchanged'
    if (status === 'won') {
      if (order.status !== 'disputed') return 'unchanged'
      return await reinstate(tx, services, order, cause, isOver)
    }
    if (order.status !== 'paid' && order.status !== 'disputed' && order.status !== 'cancelled') return 'unchanged'
    if (isLost) {
      await setOrderStatus(tx, order.id, 'refunded', paidUntil, null)
      const reason = 'The payment of the annual listing was taken back.'
      await takeBack(tx, services, order, { status: 'refunded', by: 'dispute', reason, cause })
      return 'refunded'
    }
    if (order.status === 'disputed') return 'unchanged'
    await setOrderStatus(tx, order.id, 'disputed', paidUntil, null)
    const reason = 'The payment of the annual listing is disputed.'
    await takeBack(tx, services, order, { status: 'disputed', by: 'dispute', reason, cause })
    return 'disputed'
  })
  return (isLost && (await endBilling(services, found.orderId))) || outcome
}
