import type { Transaction } from '#database/sql.ts'
import { bookGold } from '#features/payments/funnel/server/give-gold.ts'
import { endGoldAward, placeGold, readGoldAward } from '#features/payments/funnel/server/gold-queries.ts'
import {
  endUnpaidOrder,
  listOtherLiveOrders,
  lockApplicationOfOrder,
  type Order,
  readFunnelApplication,
  readOrder,
} from '#features/payments/server/queries.ts'
import { endEntryAt, lapseEntry } from '#features/register/server/end-entry.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { isPaymentsFailure } from '#providers/payments/payments.ts'
import type { Services } from '#requests/services.ts'
import { type Ending, orderEndedMail, orderReinstatedMail, orderWorkEndedMail } from './ending-mails.ts'
import { fulfilCheckout } from './fulfil-checkout.ts'
import { placeFeatured, setOrderStatus } from './fulfilment-queries.ts'
import { publish } from './publish-listing.ts'
import { reportPayment } from './report-payment.ts'

/**
 * What came of a payment event, kept beside it. `early`: it is about a payment that we do not know yet, and is processed again
 * when that payment is booked. `unavailable`: the provider did not answer.
 */
export type Outcome =
  | 'paid'
  | 'open'
  | 'waiting'
  | 'expired'
  | 'failed'
  | 'renewed'
  | 'warned'
  | 'cancelled'
  | 'refunded'
  | 'disputed'
  | 'reinstated'
  | 'noted'
  | 'unchanged'
  | 'ignored'
  | 'early'
  | 'unknown'
  | 'unknown-order'
  | 'mismatch'
  | 'paid-twice'
  | 'unavailable'

/**
 * Runs a change of one order under its application's lock. An order whose payment is not recorded yet is recorded first: it was paid before
 * it ended, in whatever order the news arrive.
 *
 * @param change puts into `overtaken` the ids of payment pages that nobody may pay any more: they are closed at the provider after it.
 * What cannot be closed now is caught when it is paid: 'paid-twice'.
 */
export async function changing(
  services: Services,
  orderId: string,
  change: (tx: Transaction, order: Order, overtaken: string[]) => Promise<Outcome>,
): Promise<Outcome> {
  const unbooked = await bookFirst(services, orderId)
  if (unbooked) return unbooked
  const overtaken: string[] = []
  const outcome = await services.sql.begin(async (tx) => {
    await lockApplicationOfOrder(tx, { orderId })
    const [order] = await readOrder(tx, { orderId })
    return order ? await change(tx, order, overtaken) : 'unknown'
  })
  for (const id of overtaken) await services.payments.expireCheckoutSession(id)
  return outcome
}

/** Books an order that is not booked yet. @returns why it is still not booked; null for an order that is. */
async function bookFirst(services: Services, orderId: string): Promise<Exclude<Outcome, 'paid'> | null> {
  const [seen] = await readOrder(services.sql, { orderId })
  const isUnbooked = seen?.status === 'pending' || seen?.status === 'expired' || seen?.status === 'failed'
  if (!isUnbooked || !seen.checkout_session_id) return null
  const { kind } = await fulfilCheckout(services, seen.checkout_session_id)
  return kind === 'paid' ? null : kind
}

/** What an order's subscription is paid for; both null for what was bought once, and the payment for a year that was free. */
type PaidPeriod = { paidUntil: string | null; paymentIntentId: string | null }

/**
 * Until when an order's subscription is paid, and by which payment, as the provider's invoices say. What goes back or ends takes this
 * period with it, so that news of its payment that come later do not bring it back.
 */
export async function paidPeriodOf(services: Services, orderId: string): Promise<PaidPeriod | 'unavailable'> {
  const { sql, payments } = services
  // The order knows its subscription once it is booked.
  if ((await bookFirst(services, orderId)) === 'unavailable') return 'unavailable'
  const [order] = await readOrder(sql, { orderId })
  const nothing = { paidUntil: null, paymentIntentId: null }
  if (!order?.subscription_id) return nothing
  const billed = await payments.findPaidPeriod(order.subscription_id)
  if (!isPaymentsFailure(billed)) return billed
  return billed.failure === 'payments-unavailable' ? 'unavailable' : nothing
}

/**
 * Whether an order is paid by another payment than this one, because a later period has been paid since: the refund of an old year ends no
 * listing whose current year is paid. Services that are bought once are paid by the first payment.
 */
export function isOfEarlierPeriod(
  order: Order,
  { paymentIntentId: latest }: PaidPeriod,
  paymentIntentId: string,
): boolean {
  if (latest === null || latest === paymentIntentId) return false
  return order.type !== 'extras' || order.payment_intent_id !== paymentIntentId
}

/**
 * Ends what an order bought: the listing lapses, a featured placement ends, and people are told to stop their work. A listing that is
 * merely cancelled stays until the end of what was paid (`until`), without the days of grace; one that was bought again since stays by its
 * later order.
 *
 * @param ending what happened, once: the payment's, dispute's or subscription's id in `cause` tells it from another time.
 */
export async function takeBack(
  tx: Transaction,
  services: Services,
  order: Order,
  ending: Ending & { until?: string | null },
): Promise<void> {
  const now = services.now()
  const isLater = Boolean(ending.until && ending.until > now.toISOString())
  const cause = `${ending.by} of order ${order.id}`
  const others = await listOtherLiveOrders(tx, {
    orderId: order.id,
    applicationId: order.application_id,
    type: order.type,
  })
  const isPaidAgain = others.some(({ status }) => status !== 'pending')
  if (order.type === 'extras') await placeFeatured(tx, { applicationId: order.application_id, now: now.toISOString() })
  if (order.type === 'listing' && !isPaidAgain) {
    const { application_id: applicationId } = order
    const { accreditAfter } = services.brand
    if (isLater) await endEntryAt(tx, { applicationId, until: ending.until!, cause, accreditAfter, now })
    else await lapseEntry(tx, { applicationId, reason: ending.reason, cause, now }, services)
  }
  const isNeverGiven = order.type === 'award' && (await withdrawGold(tx, order, ending.status, now))
  const [application] = await readFunnelApplication(tx, { applicationId: order.application_id })
  const activeUntil = isPaidAgain ? 'paid-again' : isLater ? ending.until! : null
  const ended = orderEndedMail(order, application!, ending, activeUntil, isNeverGiven)
  if (ended) await queueMail(tx, ended, services)
  // No work has begun on an award that was never given.
  const work = isNeverGiven ? null : orderWorkEndedMail(order, application!, ending, services.brand)
  if (work) await queueMail(tx, work, services)
}

/** The entry is not shown as Gold any more. @returns whether the award was never given. */
async function withdrawGold(tx: Transaction, order: Order, status: Ending['status'], now: Date): Promise<boolean> {
  const at = now.toISOString()
  await placeGold(tx, { applicationId: order.application_id, now: at })
  // While a bank decides, it may still be given later.
  if (status === 'refunded') await endGoldAward(tx, { orderId: order.id, now: at })
  const [award] = await readGoldAward(tx, { orderId: order.id })
  return award !== undefined && award.given_at === null
}

/**
 * Whether the product of an order that ended was bought again since, for one order of a product is active at a time. A payment page that is
 * merely open is closed by `changing`: its id is added to `overtaken`.
 */
export async function isReplaced(tx: Transaction, order: Order, overtaken: string[]): Promise<boolean> {
  if (order.status === 'paid') return false
  const others = await listOtherLiveOrders(tx, {
    orderId: order.id,
    applicationId: order.application_id,
    type: order.type,
  })
  if (others.some(({ status }) => status !== 'pending')) return true
  for (const { id, checkout_session_id } of others) {
    await endUnpaidOrder(tx, { orderId: id, status: 'expired' })
    if (checkout_session_id) overtaken.push(checkout_session_id)
  }
  return false
}

/**
 * Makes an order active again: a dispute was won, or a refund failed. Where its subscription has ended since, it ends with the period that
 * was paid. Where the product was bought again, the order stays ended, and the money that we keep is reported as paid twice.
 *
 * @param back the payment whose money we keep after all; `cause` is the id of its dispute, or its own.
 */
export async function reinstate(
  tx: Transaction,
  services: Services,
  order: Order,
  back: {
    cause: string
    paymentIntentId: string
    amountPence: number
    currency: string
    isSubscriptionOver: boolean
    overtaken: string[]
  },
): Promise<'reinstated' | 'paid-twice'> {
  const { cause, paymentIntentId, amountPence, currency, isSubscriptionOver, overtaken } = back
  if (await isReplaced(tx, order, overtaken)) {
    await reportPayment(tx, services, {
      kind: 'paid-twice',
      orderId: order.id,
      sessionId: order.checkout_session_id!,
      difference: null,
      amountPence,
      currency,
      paymentIntentId,
      subscriptionId: order.subscription_id,
    })
    return 'paid-twice'
  }
  const now = services.now()
  await setOrderStatus(tx, {
    orderId: order.id,
    status: isSubscriptionOver ? 'cancelled' : 'paid',
    coversUntil: null,
    endedByPayment: null,
    endedByDispute: null,
  })
  if (order.type === 'extras') await placeFeatured(tx, { applicationId: order.application_id, now: now.toISOString() })
  if (order.type === 'award') await bookGold(tx, services, order)
  if (order.type === 'listing' && order.covers_until) {
    await publish(tx, services, order, order.covers_until, now, { withoutGrace: isSubscriptionOver })
  }
  const [application] = await readFunnelApplication(tx, { applicationId: order.application_id })
  await queueMail(tx, orderReinstatedMail(order, application!, cause), services)
  return 'reinstated'
}

/** Whether an order's subscription has ended at the provider; false for what was bought once. */
export async function isSubscriptionOver(services: Services, orderId: string): Promise<boolean | 'unavailable'> {
  const { sql, payments } = services
  if ((await bookFirst(services, orderId)) === 'unavailable') return 'unavailable'
  const [order] = await readOrder(sql, { orderId })
  if (!order?.subscription_id) return false
  const subscription = await payments.retrieveSubscription(order.subscription_id)
  if (!isPaymentsFailure(subscription)) return subscription.status === 'canceled'
  return subscription.failure === 'payments-unavailable' ? 'unavailable' : true
}
