import { outlivesRefund } from '#domain/catalogue.ts'
import type { Instant } from '#domain/formats.ts'
import { queueDocuments } from '#features/payments/documents/server/queries.ts'
import { changeOrder, endOrder, type Outcome, reinstate } from '#features/payments/fulfilment/server/change-order.ts'
import {
  isOfEarlierPeriod,
  isSubscriptionOver,
  orderOfPayment,
  paidPeriodOf,
  recordFirst,
} from '#features/payments/fulfilment/server/find-order.ts'
import { movementsOfRefund, writeMovements } from '#features/payments/ledger/server/write-movements.ts'
import { endUnpaidOrder, type Id, type Order, readOrder } from '#features/payments/server/queries.ts'
import { endSubscription } from '#features/payments/subscriptions/server/end-subscription.ts'
import {
  type Dispute,
  isPaymentsFailure,
  lookupFailed,
  type ReportedRefund,
  type TakenPayment,
} from '#providers/payments/payments.ts'
import type { Services } from '#requests/services.ts'
import { noteDispute } from './note-dispute.ts'
import { mailPayer } from './refund-mails.ts'

const refundedNote = 'The payment was refunded.'
const lostNote = "The payment went back through the payer's bank."

/**
 * All of a payment back ends the order and what it bought, unless a later period has been paid since; part of it is goodwill and changes
 * nothing. A refund that fails after all brings the order back.
 */
export async function settleRefunds(
  services: Services,
  paymentIntentId: string | null,
  orderId: string | null,
): Promise<Outcome> {
  if (!paymentIntentId) return 'unknown'
  const payment = await services.payments.retrievePayment(paymentIntentId)
  if (isPaymentsFailure(payment)) return lookupFailed(payment)
  const found = await orderOfPayment(services, paymentIntentId, orderId)
  if (found === 'unknown-order' && payment.isRefunded) {
    return (await settleUnbooked(services, null, paymentIntentId, found, refundedNote)) ?? found
  }
  if (typeof found === 'string') return found
  if (!payment.isRefunded) return await reinstateUnrefunded(services, found.orderId, payment)
  const period = await paidPeriodOf(services, found.orderId)
  if (period === 'unavailable') return period
  const outcome = await changeOrder(services, found.orderId, async (tx, order) => {
    if (order.status === 'refunded' || order.status === 'expired' || order.status === 'failed')
      return { outcome: 'unchanged' }
    if (isOfEarlierPeriod(order, period, paymentIntentId)) return { outcome: 'noted' }
    const { paidUntil } = period
    const reason = 'The annual listing was refunded.'
    const cause = paymentIntentId
    const refund = { id: payment.latestRefundId, pence: payment.refundedPence }
    return await endOrder(tx, services, order, { status: 'refunded', by: 'refund', reason, cause, refund, paidUntil })
  })
  const settled = await settleUnbooked(services, found.orderId, paymentIntentId, outcome, refundedNote)
  if (settled) return settled
  const [order] = await readOrder(services.sql, { orderId: found.orderId })
  // The guarantee of managed ads gives the first month back while the campaign goes on.
  return (!(order && outlivesRefund(order.type)) && (await endBilling(services, found.orderId))) || outcome
}

/**
 * Where the payment was not recorded, its subscription ends too, and the buyer may try again.
 * @param orderId null for an order that does not exist here. @returns null for an order that is recorded.
 */
async function settleUnbooked(
  services: Services,
  orderId: string | null,
  paymentIntentId: string,
  outcome: Outcome,
  note: string,
): Promise<Outcome | null> {
  const isUnbooked = outcome === 'paid-twice' || outcome === 'mismatch' || outcome === 'unknown-order'
  // Before the discrepancy is settled: while the provider does not answer, there is something left to do.
  if (isUnbooked && (await endUnbookedBilling(services, paymentIntentId)) === 'unavailable') return 'unavailable'
  const now = services.now().toISOString()
  const settled = await services.sql<Id[]>`
    update payment_discrepancies
    set settled_at = ${now}::timestamptz, settled_by_name = 'The payment provider', note = ${note}::text
    where payment_intent_id = ${paymentIntentId}::text and settled_at is null
    returning id`
  if (!isUnbooked) return null
  if (orderId) await endUnpaidOrder(services.sql, { orderId, status: 'failed' })
  return settled.length > 0 ? 'refunded' : outcome
}

/** An order that is paid stays so; one that this very payment's refund ended is active again. */
async function reinstateUnrefunded(services: Services, orderId: string, payment: TakenPayment): Promise<Outcome> {
  const { paymentIntentId } = payment
  const [seen] = await readOrder(services.sql, { orderId })
  if (seen?.status !== 'refunded' || seen.endedByPayment !== paymentIntentId) return 'ignored'
  const isOver = await isSubscriptionOver(services, orderId)
  if (isOver === 'unavailable') return isOver
  return await changeOrder(services, orderId, async (tx, order) => {
    if (order.status !== 'refunded' || order.endedByPayment !== paymentIntentId) return { outcome: 'unchanged' }
    return await reinstate(tx, services, order, {
      ...payment,
      cause: paymentIntentId,
      by: 'refund',
      isSubscriptionOver: isOver,
    })
  })
}

/** Asked again, it changes nothing. */
async function endBilling(services: Services, orderId: string): Promise<'unavailable' | null> {
  const [order] = await readOrder(services.sql, { orderId })
  if (order?.status !== 'refunded' || !order.subscriptionId) return null
  return await endSubscription(services, order.subscriptionId)
}

/** Nobody gets anything for the renewals of a payment that was not recorded. */
async function endUnbookedBilling(services: Services, paymentIntentId: string): Promise<'unavailable' | null> {
  const bill = await services.payments.findSubscriptionOfPayment(paymentIntentId)
  if (isPaymentsFailure(bill)) return bill.failure === 'payments-unavailable' ? 'unavailable' : null
  return bill.subscriptionId ? await endSubscription(services, bill.subscriptionId) : null
}

/** One of ours, or one that was made at the provider. @param changedAt when it became what it is. */
export async function takeRefund(services: Services, refund: ReportedRefund, changedAt: Instant): Promise<Outcome> {
  const { refundId: providerRefundId, paymentIntentId, amountPence, state, problem, ours, madeAt } = refund
  const found = await orderOfPayment(services, paymentIntentId, ours.orderId)
  if (found === 'unknown-order') {
    const about = { orderId: null, paymentIntentId, failedAt: changedAt }
    await writeMovements(services.sql, services, movementsOfRefund(refund, about))
  }
  if (typeof found === 'string') return found
  const { orderId } = found
  // The VAT of what goes back is that of its payment.
  if ((await recordFirst(services, orderId)) === 'unavailable') return 'unavailable'
  const now = services.now().toISOString()
  await services.sql.begin(async (tx) => {
    await tx<Record<string, never>[]>`
    with ours as (
      update order_refunds
      set provider_refund_id = ${providerRefundId}::text, state = ${state}::text, problem = ${problem}::text,
        settled_at = case when ${state}::text in ('succeeded', 'failed', 'cancelled')
          then coalesce(settled_at, ${now}::timestamptz) end
      where (provider_refund_id = ${providerRefundId}::text or id = ${ours.refundId}::uuid and provider_refund_id is null)
        and (
          state in ('asked', 'pending') or state = 'succeeded' and ${state}::text = 'failed'
          -- Given up without an answer, and made all the same.
          or state = 'failed' and provider_refund_id is null
        )
      returning id
    )
    insert into order_refunds (
      order_id, discrepancy_id, payment_intent_id, amount_pence, state, problem, provider_refund_id, requested_at, settled_at)
    select ${orderId}::uuid,
      (select id from payment_discrepancies
       where payment_intent_id = ${paymentIntentId}::text and kind <> 'not-approved' order by id limit 1),
      ${paymentIntentId}::text, ${amountPence}::int, ${state}::text, ${problem}::text, ${providerRefundId}::text,
      ${madeAt}::timestamptz, case when ${state}::text = 'succeeded' then ${madeAt}::timestamptz
        when ${state}::text in ('failed', 'cancelled') then ${now}::timestamptz end
    where not exists (select from ours)
      and not exists (select from order_refunds where provider_refund_id = ${providerRefundId}::text
        or id = ${ours.refundId}::uuid)
    on conflict (provider_refund_id) do nothing`
    // The refund first, as where the site itself settles it: the other way round the two could wait for each other for ever.
    await writeMovements(tx, services, movementsOfRefund(refund, { orderId, paymentIntentId, failedAt: changedAt }))
    await queueDocuments(tx, orderId)
  })
  const outcome = await settleRefunds(services, paymentIntentId, orderId)
  // Asked again.
  if (outcome === 'unavailable') return outcome
  await mailPayer(services, orderId, providerRefundId)
  return outcome === 'ignored' ? 'noted' : outcome
}

/**
 * Won, at once or on appeal, the order is active again. Lost, its subscription ends: a payer who took the money back through the bank is not
 * charged again.
 */
export async function moveDispute(services: Services, disputeId: string): Promise<Outcome> {
  const dispute = await services.payments.retrieveDispute(disputeId)
  if (isPaymentsFailure(dispute)) return lookupFailed(dispute)
  const { status, paymentIntentId, amountPence, currency } = dispute
  if (!paymentIntentId) return 'unknown'
  const isLost = hasTakenBack(status)
  const found = await orderOfPayment(services, paymentIntentId, null)
  // Stored before anything else: what becomes of the order does not hide it.
  if (found === 'unknown-order') await noteDispute(services, null, { ...dispute, paymentIntentId })
  else if (typeof found === 'object') await noteDispute(services, found.orderId, { ...dispute, paymentIntentId })
  if (found === 'unknown-order' && isLost) {
    return (await settleUnbooked(services, null, paymentIntentId, found, lostNote)) ?? found
  }
  if (typeof found === 'string') return found
  // An early warning from the bank's network is no dispute yet.
  if (status.startsWith('warning_')) return 'unchanged'
  const period = await paidPeriodOf(services, found.orderId)
  const isOver = await isSubscriptionOver(services, found.orderId)
  if (period === 'unavailable' || isOver === 'unavailable') return 'unavailable'
  const outcome = await changeOrder(services, found.orderId, async (tx, order) => {
    const decision = decideDispute(dispute, order, isOfEarlierPeriod(order, period, paymentIntentId))
    switch (decision) {
      case 'reinstate': {
        const kept = { paymentIntentId, amountPence, currency, isSubscriptionOver: isOver }
        return await reinstate(tx, services, order, { ...kept, cause: disputeId, by: 'dispute' })
      }
      case 'refunded':
      case 'disputed': {
        const reason = `The payment of the annual listing ${isLost ? 'was taken back' : 'is disputed'}.`
        const ending = { status: decision, by: 'dispute', reason, cause: disputeId } as const
        return await endOrder(tx, services, order, { ...ending, paidUntil: period.paidUntil })
      }
      default:
        return { outcome: decision }
    }
  })
  if (!isLost) return outcome
  const settled = await settleUnbooked(services, found.orderId, paymentIntentId, outcome, lostNote)
  return settled ?? (await endBilling(services, found.orderId)) ?? outcome
}

/** `prevented`: the card network gave the money back before it became a dispute, as the site's owner agreed to beforehand. */
const hasTakenBack = (status: string) => status === 'lost' || status === 'prevented'

/** Orders of earlier releases do not say which dispute has ended them. */
export function decideDispute(
  { id, status }: Pick<Dispute, 'id' | 'status'>,
  order: Pick<Order, 'status' | 'endedByPayment' | 'endedByDispute'>,
  isEarlierPeriod: boolean,
): 'reinstate' | 'refunded' | 'disputed' | 'noted' | 'unchanged' {
  if (status === 'won') {
    const isEnded = order.status === 'disputed' || order.status === 'refunded'
    const isByDispute = order.endedByPayment === null && (order.endedByDispute ?? id) === id
    return isEnded && isByDispute ? 'reinstate' : 'unchanged'
  }
  if (order.status !== 'paid' && order.status !== 'disputed' && order.status !== 'cancelled') return 'unchanged'
  if (isEarlierPeriod) return 'noted'
  if (hasTakenBack(status)) return 'refunded'
  return order.status === 'disputed' ? 'unchanged' : 'disputed'
}
