import { type OrderType, soldIn } from '#domain/catalogue.ts'
import type { Pence } from '#domain/formats.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { paidFor } from '#domain/money.ts'
import { isUnpaid } from '#features/payments/rules.ts'
import type { Order } from '#features/payments/server/queries.ts'
import type { CheckoutSession } from '#providers/payments/payments.ts'

export type CheckoutBooks = {
  order: Order | undefined
  isApproved: boolean
  others: Pick<Order, 'id' | 'status' | 'checkoutSessionId'>[]
  /** One of its services is paid for by another order. */
  isServiceBought: boolean
}

export type CheckoutDecision =
  /** No order of ours: another program's session. */
  | { kind: 'unknown' }
  /** Paid, for an order that does not exist here, as after a restore: a person has to check. */
  | { kind: 'unknown-order'; applicationId: string; paidPence: Pence }
  | { kind: 'open' }
  /** Finished, but a slow method (a bank debit) has not brought the money yet. */
  | { kind: 'waiting' }
  /** `closes` is how a page differs that is still open: its payment could not be recorded, so nobody may pay it. */
  | { kind: 'expired'; endsOrder: boolean; closes: string | null }
  /** Paid, but not what we asked for: nothing is recorded, and a person has to check. */
  | { kind: 'mismatch'; difference: string }
  /** The same product was paid in two sessions: the second is not recorded, and a person has to refund it. */
  | { kind: 'paid-twice' }
  | { kind: 'recorded' }
  /** Paid now. Where the approval was withdrawn before, nothing is published, and a person has to check. */
  | { kind: 'record'; isApproved: boolean; publishesUntil: string | null }

/** Everything is compared before anything is recorded: the session's address and metadata alone prove nothing. */
export function decideCheckout(session: CheckoutSession, books: CheckoutBooks): CheckoutDecision {
  const { order, isApproved, others, isServiceBought } = books
  const { status, paymentStatus, applicationId, amountTotalPence: paidPence, currentPeriodEnd } = session
  const isPaid = paymentStatus === 'paid' || paymentStatus === 'no_payment_required'
  if (!order) {
    const isGenuine = status === 'complete' && isPaid && isUuid(applicationId)
    return isGenuine ? { kind: 'unknown-order', applicationId, paidPence } : { kind: 'unknown' }
  }
  const difference = differenceOf(order, session)
  if (status === 'open' && !difference) return { kind: 'open' }
  // Another page than the order's own says nothing about the order.
  if (status !== 'complete')
    return { kind: 'expired', endsOrder: difference !== 'session', closes: status === 'open' ? difference : null }
  if (!isPaid) return { kind: 'waiting' }
  if (difference) return { kind: 'mismatch', difference }
  if (paymentStatus === 'no_payment_required' && paidFor(order) !== 0) return { kind: 'mismatch', difference: 'amount' }
  const renews = soldIn(order.type as OrderType, order.metadata).some(({ interval }) => interval !== null)
  if (renews && !currentPeriodEnd) return { kind: 'mismatch', difference: 'subscription' }
  if (!isUnpaid(order)) return { kind: 'recorded' }
  if (isServiceBought || others.some((other) => other.status !== 'pending')) return { kind: 'paid-twice' }
  const publishesUntil = isApproved && order.type === 'listing' ? currentPeriodEnd : null
  return { kind: 'record', isApproved, publishesUntil }
}

function differenceOf(order: Order, session: CheckoutSession) {
  if (order.checkoutSessionId !== null && order.checkoutSessionId !== session.id) return 'session'
  if (order.id !== session.orderId) return 'order'
  if (order.applicationId !== session.applicationId) return 'application'
  if (order.type !== session.metadata.product) return 'product'
  if (order.currency !== session.currency) return 'currency'
  if (paidFor(order) !== session.amountTotalPence) return 'amount'
  return order.discountPence === session.amountDiscountPence ? null : 'amount'
}
