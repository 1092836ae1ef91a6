import type { Transaction } from '#database/sql.ts'
import { outlivesRefund } from '#domain/catalogue.ts'
import type { Instant } from '#domain/formats.ts'
import { bookGold, endGoldAward, placeGold, readGoldAward } from '#features/payments/funnel/server/give-gold.ts'
import {
  endUnpaidOrder,
  listOtherLiveOrders,
  type Order,
  readFunnelApplication,
} from '#features/payments/server/queries.ts'
import { endEntryAt, lapseEntry } from '#features/register/server/end-entry.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import type { TakenPayment } from '#providers/payments/payments.ts'
import type { Services } from '#requests/services.ts'
import { type Ending, orderEndedMail, orderReinstatedMail, orderWorkEndedMail } from './ending-mails.ts'
import { recordFirst } from './find-order.ts'
import type { Booking } from './fulfil-checkout.ts'
import { publish } from './publish-listing.ts'
import { placeFeatured, setOrderStatus } from './queries.ts'
import { type Change, writeOrder } from './write-order.ts'

/** Stored beside the event. `early`: it is about a payment that we do not know yet, and is processed again when that is recorded. */
export type Outcome =
  | Booking['kind']
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

/** Changes one order under the lock of its application, once its payment is recorded. */
export async function changeOrder(
  services: Services,
  orderId: string,
  change: (tx: Transaction, order: Order) => Promise<Change<Outcome>>,
): Promise<Outcome> {
  const unrecorded = await recordFirst(services, orderId)
  if (unrecorded) return unrecorded
  return await writeOrder<Outcome>(services, orderId, async (tx, order) =>
    order ? await change(tx, order) : { outcome: 'unknown' },
  )
}

/**
 * A listing that is merely cancelled stays until the end of what was paid, without the day of grace; one that was bought again stays by its
 * later order, and one that was cancelled with its money back ends at once. @param ending its `cause`, the id of the payment, dispute or subscription,
 * distinguishes it from another ending.
 */
export async function endOrder(
  tx: Transaction,
  services: Services,
  order: Order,
  ending: Ending & { paidUntil: Instant | null },
): Promise<Change<Ending['status']>> {
  const { status, by, reason, cause, paidUntil } = ending
  const { id: orderId, applicationId, type } = order
  const now = services.now()
  const at = now.toISOString()
  const change = { cause: `${by} of order ${orderId}`, applicationId, now }
  await setOrderStatus(tx, {
    orderId,
    status,
    coversUntil: paidUntil,
    endedByPayment: by === 'refund' ? cause : null,
    endedByDispute: by === 'dispute' ? cause : null,
  })
  const isGivenUp = await isPeriodCancelled(tx, orderId, paidUntil ?? order.coversUntil)
  const until = status === 'cancelled' && !isGivenUp && paidUntil && paidUntil > at ? paidUntil : null
  const isPaidAgain = (await listOtherLiveOrders(tx, order)).some((other) => other.status !== 'pending')
  if (type === 'extras') await placeFeatured(tx, { applicationId, now: at })
  if (type === 'listing' && !isPaidAgain) {
    if (until) await endEntryAt(tx, { ...change, until, accreditAfter: services.brand.accreditAfter })
    else await lapseEntry(tx, { ...change, reason }, services)
  }
  const isNeverGiven = type === 'award' && (await withdrawGold(tx, order, status, at))
  const [application] = await readFunnelApplication(tx, { applicationId })
  // Nothing of it goes on.
  const summary = { ...ending, isGivenUp: isGivenUp || order.subscriptionEndedAt !== null }
  const mails = [orderEndedMail(order, application!, summary, isPaidAgain ? 'paid-again' : until, isNeverGiven)]
  // No work has begun on an award that was never given.
  if (!isNeverGiven) mails.push(orderWorkEndedMail(order, application!, summary, services.brand))
  return { outcome: status, mails }
}

/** Managed ads that were refunded under the guarantee went on until now. @param cause as in `Ending` */
export async function endRefunded(
  tx: Transaction,
  services: Services,
  order: Order,
  cause: string,
): Promise<Change<'cancelled' | 'unchanged'>> {
  const wentOn = outlivesRefund(order.type) && order.endedByDispute === null && order.subscriptionEndedAt === null
  if (!wentOn || (await isPeriodCancelled(tx, order.id, order.coversUntil))) return { outcome: 'unchanged' }
  const [application] = await readFunnelApplication(tx, { applicationId: order.applicationId })
  const ending = { status: 'cancelled', by: 'end', reason: '', cause } as const
  return {
    outcome: 'cancelled',
    mails: [
      orderEndedMail(order, application!, ending, null),
      orderWorkEndedMail(order, application!, ending, services.brand),
    ],
  }
}

/** Whether the period was cancelled in the days after its payment (`order_cancellations`). */
async function isPeriodCancelled(tx: Transaction, orderId: string, end: Instant | null): Promise<boolean> {
  const cancelled = await tx<Record<string, never>[]>`
    select from order_cancellations where order_id = ${orderId}::uuid and covers_until >= ${end}::timestamptz`
  return cancelled.length > 0
}

/** @returns whether the award was never given. */
async function withdrawGold(tx: Transaction, order: Order, status: Ending['status'], now: Instant): Promise<boolean> {
  await placeGold(tx, { applicationId: order.applicationId, now })
  // While a bank decides, it may still be given later.
  if (status === 'refunded') await endGoldAward(tx, { orderId: order.id, now })
  const [award] = await readGoldAward(tx, { orderId: order.id })
  return award !== undefined && award.givenAt === null
}

/** One order of a product is active at a time. @returns its open payment pages, to be closed; null where it was bought again since. */
export async function reclaimProduct(tx: Transaction, order: Order): Promise<string[] | null> {
  if (order.status === 'paid') return []
  const others = await listOtherLiveOrders(tx, order)
  if (others.some(({ status }) => status !== 'pending')) return null
  for (const { id } of others) await endUnpaidOrder(tx, { orderId: id, status: 'expired' })
  return others.flatMap(({ checkoutSessionId }) => checkoutSessionId ?? [])
}

export function paidTwice(
  order: Order,
  payment: { amountPence: number; currency: string; paymentIntentId: string | null; subscriptionId: string | null },
): Change<'paid-twice'> {
  const { amountPence, currency, paymentIntentId, subscriptionId } = payment
  const kind = 'paid-twice'
  const found = { kind, orderId: order.id, sessionId: order.checkoutSessionId, difference: null } as const
  return {
    outcome: kind,
    discrepancies: [{ ...found, amountPence, currency, paymentIntentId, subscriptionId }],
  }
}

/**
 * A dispute was won, or a refund failed. Where the subscription has ended since, the order ends with the period that was paid; where the
 * product was bought again, it stays ended, and the money is reported. @param payment `cause` is the id of its dispute, or its own.
 */
export async function reinstate(
  tx: Transaction,
  services: Services,
  order: Order,
  payment: Pick<TakenPayment, 'paymentIntentId' | 'amountPence' | 'currency'> & {
    cause: string
    by: 'dispute' | 'refund'
    isSubscriptionOver: boolean
  },
): Promise<Change<Outcome>> {
  const { cause, by, isSubscriptionOver } = payment
  const closes = await reclaimProduct(tx, order)
  if (!closes) return paidTwice(order, { ...payment, subscriptionId: order.subscriptionId })
  const { id: orderId, applicationId, type, coversUntil: paidUntil } = order
  await setOrderStatus(tx, { orderId, status: isSubscriptionOver ? 'cancelled' : 'paid' })
  const mails: MailDraft[] = []
  if (type === 'extras') await placeFeatured(tx, { applicationId, now: services.now().toISOString() })
  if (type === 'award') mails.push(...(await bookGold(tx, services, order)).mails)
  // Where it was cancelled, only the money has not arrived.
  if (await isPeriodCancelled(tx, orderId, paidUntil)) return { outcome: 'reinstated', closes }
  if (type === 'listing' && paidUntil) {
    const published = await publish(tx, services, order, paidUntil, { withoutGrace: isSubscriptionOver })
    mails.push(...published.mails)
  }
  const [application] = await readFunnelApplication(tx, { applicationId })
  mails.push(orderReinstatedMail(order, application!, { cause, by }))
  return { outcome: 'reinstated', closes, mails }
}
