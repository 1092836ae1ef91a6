import type { Transaction } from '../../database/sql.ts'
import { isPaymentsFailure, type PaymentsFailure } from '../../providers/payments/payments.ts'
import type { Services } from '../../services.ts'
import { addRefund, findRefund, readFinding, readRefund, type StoredRefund, settleRefund } from './desk-queries.ts'
import { lockApplicationOfOrder, readOrder } from './queries.ts'
import { settleRefunds } from './take-back-payment.ts'

/** What can go back of an order, or of a payment that was not booked. Amounts are pence. */
export type Refundable =
  | { kind: 'refundable'; paymentIntentId: string; takenPence: number; refundedPence: number; leftPence: number }
  /** No money was taken: nothing paid yet, or a first year that was free. */
  | { kind: 'nothing-taken' }
  | { kind: 'not-found' }
  /** The provider does not answer: ask again later. */
  | { kind: 'unavailable' }

/** An order, or a payment in its name that was not booked (`payment_findings`). */
export type RefundTarget = { orderId: string; findingId?: never } | { findingId: string; orderId?: never }

export type RefundWish = RefundTarget & {
  /** Whole pence, from 1; null for all that is left. */
  amountPence: number | null
  /** Why, for our own books; not sent to the provider. */
  reason: string
  /** Of the form: the same key sent again is the same refund. */
  requestKey: string
  by: { id: string; name: string }
}

export type RefundOutcome =
  /** `pending`: a slow method, the provider tells when it has arrived. */
  | { kind: 'refunded'; refundId: string; amountPence: number; state: 'pending' | 'succeeded' }
  /** Written down, but the provider has not answered: it is asked again by itself, with the same key. */
  | { kind: 'under-way'; refundId: string }
  /** The provider refused; `problem` is its code. */
  | { kind: 'refused'; refundId: string; problem: string | null }
  | { kind: 'too-much'; leftPence: number }
  | { kind: 'nothing-left' }
  | Exclude<Refundable, { kind: 'refundable' }>

/** The provider forgets its idempotency keys after a day; until then the same key makes the same refund. In milliseconds. */
const mostAge = 23 * 60 * 60 * 1000

/** Asks the provider what can go back: of a subscription, its latest payment. */
export async function readRefundable(services: Services, target: RefundTarget): Promise<Refundable> {
  const paymentIntentId = await paymentOf(services, target)
  if (typeof paymentIntentId !== 'string') return paymentIntentId
  const payment = await services.payments.retrievePayment(paymentIntentId)
  if (isPaymentsFailure(payment)) return whatFailureMeans(payment)
  const { amountPence: takenPence, refundedPence } = payment
  return { kind: 'refundable', paymentIntentId, takenPence, refundedPence, leftPence: takenPence - refundedPence }
}

/**
 * Gives money back. It is written down first, with who and why; then the provider is asked under a key of its own, so that a click
 * repeated, a lost answer or a process that dies in between gives it back once.
 *
 * All of the money back ends the order as the provider's own news of it would. Part of it changes nothing but the books.
 *
 * @param note runs in the transaction that writes the refund down, for the log of changes.
 */
export async function refundOrder(
  services: Services,
  wish: RefundWish,
  note: (tx: Transaction, refundId: string, amountPence: number) => Promise<void> = async () => {},
): Promise<RefundOutcome> {
  const [known] = await findRefund(services.sql, wish.requestKey)
  if (known) return await carryOutRefund(services, known.id)
  const refundable = await readRefundable(services, wish)
  if (refundable.kind !== 'refundable') return refundable
  const { leftPence, paymentIntentId } = refundable
  if (leftPence === 0) return { kind: 'nothing-left' }
  const amountPence = wish.amountPence ?? leftPence
  if (amountPence > leftPence) return { kind: 'too-much', leftPence }
  const orderId = wish.orderId ?? (await readFinding(services.sql, wish.findingId))[0]!.order_id
  const refundId = await services.sql.begin(async (tx) => {
    await lockApplicationOfOrder(tx, orderId)
    const [added] = await addRefund(
      tx,
      orderId,
      wish.findingId ?? null,
      paymentIntentId,
      amountPence,
      wish.reason,
      wish.requestKey,
      wish.by.id,
      wish.by.name,
      services.now().toISOString(),
    )
    if (!added) return (await findRefund(tx, wish.requestKey))[0]!.id
    await note(tx, added.id, amountPence)
    return added.id
  })
  return await carryOutRefund(services, refundId)
}

/** Asks the provider for a refund that is written down, unless it has answered. Reconciliation comes here too. */
export async function carryOutRefund(services: Services, refundId: string): Promise<RefundOutcome> {
  const { sql, payments, now, log } = services
  const [refund] = await readRefund(sql, refundId)
  if (!refund) return { kind: 'not-found' }
  if (refund.state !== 'asked') return outcomeOf(refund)
  if (now().getTime() - Date.parse(refund.requested_at) > mostAge) {
    // Asked now, it might go back a second time. Whether it went back the provider's dashboard tells.
    await settleRefund(sql, refund.id, 'failed', null, 'no-answer', now().toISOString())
    return { kind: 'refused', refundId: refund.id, problem: 'no-answer' }
  }
  const made = await payments.refundPayment({
    paymentIntentId: refund.payment_intent_id,
    amountPence: refund.amount_pence,
    metadata: { order_id: refund.order_id, refund_id: refund.id },
    idempotencyKey: `refund-${refund.id}`,
  })
  if (isPaymentsFailure(made)) {
    log.error('refund not made', { refund: refund.id, failure: made.failure, code: made.code, request: made.requestId })
    if (!made.newKeyNeeded) return { kind: 'under-way', refundId: refund.id }
    await settleRefund(sql, refund.id, 'failed', null, made.code, now().toISOString())
    return { kind: 'refused', refundId: refund.id, problem: made.code }
  }
  await settleRefund(sql, refund.id, made.state, made.refundId, null, now().toISOString())
  // As the webhook would, so that the desk sees it at once; the webhook that comes later changes nothing more.
  await settleRefunds(services, refund.payment_intent_id, refund.order_id)
  const [settled] = await readRefund(sql, refund.id)
  return outcomeOf(settled!)
}

function outcomeOf({ id: refundId, state, amount_pence: amountPence, problem }: StoredRefund): RefundOutcome {
  if (state === 'pending' || state === 'succeeded') return { kind: 'refunded', refundId, amountPence, state }
  return state === 'asked' ? { kind: 'under-way', refundId } : { kind: 'refused', refundId, problem }
}

type NoPayment = Exclude<Refundable, { kind: 'refundable' }>

async function paymentOf({ sql, payments }: Services, target: RefundTarget): Promise<string | NoPayment> {
  const [bought] = target.orderId ? await readOrder(sql, target.orderId) : await readFinding(sql, target.findingId!)
  if (!bought) return { kind: 'not-found' }
  if (!bought.subscription_id) return bought.payment_intent_id ?? { kind: 'nothing-taken' }
  const latest = await payments.findPaidPeriod(bought.subscription_id)
  if (isPaymentsFailure(latest)) return whatFailureMeans(latest)
  return latest.paymentIntentId ?? bought.payment_intent_id ?? { kind: 'nothing-taken' }
}

function whatFailureMeans({ failure }: PaymentsFailure): NoPayment {
  return failure === 'payments-not-found' ? { kind: 'nothing-taken' } : { kind: 'unavailable' }
}
