import { chosenExtras, extras, orderLabel } from '#domain/catalogue.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { paidFor } from '#domain/money.ts'
import type { Services } from '#requests/services.ts'
import type { SummaryOrder } from './queries.ts'

export type ShownOrder = ReturnType<typeof shownOrder>

/** What the applicant reads of an order. */
export function shownOrder(order: SummaryOrder, { now, env }: Pick<Services, 'now' | 'env'>) {
  return {
    id: order.id,
    label: orderLabel(order.type),
    engraving: order.metadata.engraving ?? null,
    services: chosenExtras(order.metadata).map((service) => extras[service].label),
    coupon: order.couponCode,
    amountPence: paidFor(order),
    status: order.status,
    note: noteOf(order, now(), env.goldMinScore),
  }
}

export function isRenewalUnpaid(orders: readonly SummaryOrder[]): boolean {
  return orders.some((order) => order.status === 'paid' && order.paymentFailedAt !== null)
}

function noteOf(order: SummaryOrder, now: Date, minScore: number): string | null {
  if (order.goldGivenAt) return `Given on ${londonDateOf(order.goldGivenAt)}`
  if (order.goldUntil && order.status === 'paid') {
    return `Needs an assessment with ${minScore}% or more. Refunded if it is not reached by ${londonDateOf(order.goldUntil)}.`
  }
  const { type, status, coversUntil, renewalStopped, paymentFailedAt } = order
  if (!coversUntil) return null
  const until = londonDateOf(coversUntil)
  if (status === 'paid' && paymentFailedAt) return 'The renewal is not paid yet'
  if (status === 'paid' && !renewalStopped && type === 'listing')
    // Certificate and register name the end of the day of grace.
    return `Renews on ${until}. The entry stays for one more day, so that the payment can arrive.`
  if (status === 'paid') return renewalStopped ? `Ends on ${until}` : `Renews on ${until}`
  return status === 'cancelled' && coversUntil > now.toISOString() ? `Paid until ${until}` : null
}
