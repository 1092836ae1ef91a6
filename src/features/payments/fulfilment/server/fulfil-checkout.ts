import { addJob } from '#database/add-job.ts'
import type { Transaction } from '#database/sql.ts'
import { type OrderType, soldIn } from '#domain/catalogue.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { londonDay } from '#domain/london-time.ts'
import { paidFor } from '#domain/money.ts'
import { openRenewal } from '#features/assessments/evidence/server/open-renewal.ts'
import { bookGold } from '#features/payments/funnel/server/give-gold.ts'
import { withGoldWords } from '#features/payments/funnel/server/gold-mails.ts'
import { isServiceBought } from '#features/payments/funnel/server/is-service-bought.ts'
import { judgeIdentity } from '#features/payments/identity/server/judge-identity.ts'
import { differenceOf } from '#features/payments/rules.ts'
import { orderPaidMail, orderWorkMail, pageClosedMail } from '#features/payments/server/order-mails.ts'
import {
  endUnpaidOrder,
  listEndedSubscriptions,
  listOtherLiveOrders,
  lockApplicationOfOrder,
  type Order,
  readFunnelApplication,
  readOrder,
} from '#features/payments/server/queries.ts'
import { queueAddressConfirmation } from '#mail/queue-address-confirmation.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { type CheckoutSession, isPaymentsFailure } from '#providers/payments/payments.ts'
import type { Services } from '#requests/services.ts'
import { markOrderPaid, placeFeatured } from './fulfilment-queries.ts'
import { wakeEarlyEvents } from './payment-event-queries.ts'
import { type ListingOutcome, publish } from './publish-listing.ts'
import { reportPayment } from './report-payment.ts'

export type Booking =
  /** The money is there, or nothing was to be paid, and the order is recorded as paid, now or before. */
  | { kind: 'paid'; applicationId: string; type: string }
  /** The payer has not finished. */
  | { kind: 'open' }
  /** Finished, but a slow method (a bank debit) has not brought the money yet. */
  | { kind: 'waiting' }
  | { kind: 'expired' }
  /** No order of ours: another program's session, or one that the provider does not know. */
  | { kind: 'unknown' }
  /** Paid, for an order that does not exist here, as after a restore: a person has to check. */
  | { kind: 'unknown-order'; applicationId: string; paidPence: number }
  /** Paid, but not what we asked for: nothing is recorded, and a person has to check. */
  | { kind: 'mismatch'; difference: string }
  /** The same product was paid in two sessions: the second is not recorded, and a person has to refund it. */
  | { kind: 'paid-twice' }
  /** The provider did not answer: ask again later. */
  | { kind: 'unavailable' }

/**
 * Books what the payment provider says of a checkout session. The webhook's job and the payer's landing both come here, in any
 * order and any number: the result is the same.
 *
 * The session is compared with our own order (session, order, application, product, currency, amount and discount) before
 * anything is booked; then the order and the register entry change in one transaction. A page that differs and is still open is
 * closed.
 */
export async function fulfilCheckout(services: Services, sessionId: string): Promise<Booking> {
  const { payments, sql } = services
  const session = await payments.retrieveCheckoutSession(sessionId)
  if (isPaymentsFailure(session)) {
    if (session.failure === 'payments-unavailable') return { kind: 'unavailable' }
    return { kind: 'unknown' }
  }
  const orderId = session.orderId
  if (!isUuid(orderId)) return { kind: 'unknown' }
  const overtaken: string[] = []
  const replaced: string[] = []
  const booking = await sql.begin(async (tx) => {
    const booked = await book(tx, session, orderId)
    if (booked.kind === 'mismatch' || booked.kind === 'paid-twice' || booked.kind === 'unknown-order') {
      await report(tx, session, orderId, booked)
    }
    return booked
  })
  // Nobody may pay these pages any more. One that cannot be closed now is found when it is paid: 'paid-twice'.
  for (const id of overtaken) await payments.expireCheckoutSession(id)
  // Managed ads continue after a refund: bought again, they are not billed twice. One that does not end now is found by its next bill.
  for (const id of replaced) await payments.cancelSubscription(id)
  return booking

  async function book(tx: Transaction, session: CheckoutSession, orderId: string): Promise<Booking> {
    const [application] = await lockApplicationOfOrder(tx, { orderId })
    const [order] = await readOrder(tx, { orderId })
    if (!order) {
      const { applicationId, amountTotalPence: paidPence } = session
      const isGenuine = session.status === 'complete' && isPaid(session) && isUuid(applicationId)
      return isGenuine ? { kind: 'unknown-order', applicationId, paidPence } : { kind: 'unknown' }
    }
    const difference = differenceOf(order, session)
    if (session.status === 'open' && !difference) return { kind: 'open' }
    if (session.status !== 'complete') {
      // Another page than the order's own says nothing about the order.
      if (difference !== 'session') await endUnpaidOrder(tx, { orderId: order.id, status: 'expired' })
      if (session.status === 'open') await close(tx, session, order, difference!)
      return { kind: 'expired' }
    }
    if (!isPaid(session)) return { kind: 'waiting' }
    if (difference) return { kind: 'mismatch', difference }
    const isFree = order.amount_pence === order.discount_pence
    if (session.paymentStatus === 'no_payment_required' && !isFree) return { kind: 'mismatch', difference: 'amount' }
    const renews = soldIn(order.type as OrderType, order.metadata).some(({ interval }) => interval !== null)
    if (renews && !session.currentPeriodEnd) return { kind: 'mismatch', difference: 'subscription' }
    return await bookPaid(tx, order, session, application!.status === 'approved')
  }

  /**
   * @param isApproved false where the approval was withdrawn while the payer was paying: the order is paid, nothing is published, and a
   * person has to check.
   */
  async function bookPaid(
    tx: Transaction,
    order: Order,
    session: CheckoutSession,
    isApproved: boolean,
  ): Promise<Booking> {
    const paid = { kind: 'paid', applicationId: order.application_id, type: order.type } as const
    const isUnbooked = order.status === 'pending' || order.status === 'expired' || order.status === 'failed'
    if (!isUnbooked) return paid
    for (const other of await listOtherLiveOrders(tx, {
      orderId: order.id,
      applicationId: order.application_id,
      type: order.type,
    })) {
      if (other.status !== 'pending') return { kind: 'paid-twice' }
      await endUnpaidOrder(tx, { orderId: other.id, status: 'expired' })
      if (other.checkout_session_id) overtaken.push(other.checkout_session_id)
    }
    if (order.type === 'extras' && (await isServiceBought(tx, order.application_id, order.metadata))) {
      return { kind: 'paid-twice' }
    }
    for (const ended of await listEndedSubscriptions(tx, {
      orderId: order.id,
      applicationId: order.application_id,
      type: order.type,
    })) {
      replaced.push(ended.subscription_id)
    }
    const now = services.now()
    await markOrderPaid(tx, {
      orderId: order.id,
      sessionId: session.id,
      paymentIntentId: session.paymentIntentId,
      subscriptionId: session.subscriptionId,
      coversUntil: session.currentPeriodEnd,
      now: now.toISOString(),
    })
    if (!isApproved) await report(tx, session, order.id, { kind: 'not-approved' })
    const isListing = isApproved && order.type === 'listing' && session.currentPeriodEnd !== null
    const outcome = isListing ? await publish(tx, services, order, session.currentPeriodEnd!, now) : null
    if (outcome === 'renewed') await openRenewal(tx, { applicationId: order.application_id }, services)
    if (order.type === 'extras')
      await placeFeatured(tx, { applicationId: order.application_id, now: now.toISOString() })
    const goldUntil = order.type === 'award' ? await bookGold(tx, services, order) : null
    // A free order whose code has been used since gets an email about its end instead.
    if (outcome !== 'code-used') await mail(tx, order, session.currentPeriodEnd, outcome, goldUntil)
    if (session.paymentIntentId) {
      for (const early of await wakeEarlyEvents(tx, { paymentIntentId: session.paymentIntentId })) {
        await addJob(tx, 'work-off-payment-event', { eventId: early.id })
      }
    }
    return paid
  }

  /** A page that asks for something else than its order: its payment could not be recorded, so nobody may pay it any more. */
  async function close(tx: Transaction, session: CheckoutSession, order: Order, difference: string): Promise<void> {
    overtaken.push(session.id)
    const [application] = await readFunnelApplication(tx, { applicationId: order.application_id })
    const { id: sessionId, amountTotalPence: amountPence, currency } = session
    const page = { sessionId, difference, amountPence, currency }
    await queueMail(tx, pageClosedMail(page, order, application!, services.brand), services)
    services.log.error('payment page differs from its order', { order: order.id, difference })
  }

  async function report(
    tx: Transaction,
    session: CheckoutSession,
    orderId: string,
    booking: Extract<Booking, { kind: 'mismatch' | 'paid-twice' | 'unknown-order' }> | { kind: 'not-approved' },
  ): Promise<void> {
    // What is paid twice is never recorded, so the provider is not asked about it again.
    if (booking.kind === 'paid-twice') await endUnpaidOrder(tx, { orderId, status: 'failed' })
    await reportPayment(tx, services, {
      kind: booking.kind,
      orderId: booking.kind === 'unknown-order' ? null : orderId,
      sessionId: session.id,
      difference: booking.kind === 'mismatch' ? booking.difference : null,
      amountPence: session.amountTotalPence,
      currency: session.currency,
      paymentIntentId: session.paymentIntentId,
      subscriptionId: session.subscriptionId,
    })
  }

  async function mail(
    tx: Transaction,
    order: Order,
    periodEnd: string | null,
    outcome: ListingOutcome | null,
    goldUntil: string | null,
  ): Promise<void> {
    const [application] = await readFunnelApplication(tx, { applicationId: order.application_id })
    const judged =
      outcome === 'waiting'
        ? await judgeIdentity(tx, order.application_id, paidFor(order), londonDay(services.now()))
        : null
    const { brand, env } = services
    const paid = orderPaidMail(order, application!, periodEnd, judged?.waits ?? null, brand)
    await queueMail(tx, goldUntil ? withGoldWords(paid, goldUntil, env.goldMinScore) : paid, services)
    if (judged?.waits.includes('address')) {
      const { organisation_email: email } = application!
      await queueAddressConfirmation(tx, { email, reason: 'application' }, services)
    }
    // The team is told of an award once it has been given.
    const work = order.type === 'award' ? null : orderWorkMail(order, application!, brand)
    if (work) await queueMail(tx, work, services)
  }
}

/** The money is there, or nothing was to be paid. */
function isPaid({ paymentStatus }: CheckoutSession): boolean {
  return paymentStatus === 'paid' || paymentStatus === 'no_payment_required'
}
