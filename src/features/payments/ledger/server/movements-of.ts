import type { SqlRunner } from '#database/sql.ts'
import type { Instant, Pence } from '#domain/formats.ts'
import { hasDisputeEnded } from '#features/payments/rules.ts'
import type { CheckoutSession, Dispute, Invoice, Refund } from '#providers/payments/payments.ts'
import type { Movement } from './write-movements.ts'

/** None before the money has come, or where nothing was to be paid. */
export function movementsOfSession(session: CheckoutSession, orderId: string | null, now: Date): Movement[] {
  const { status, paymentStatus, paymentIntentId, amountTotalPence: amountPence, currency, paidAt } = session
  if (status !== 'complete' || paymentStatus !== 'paid' || !paymentIntentId) return []
  const happenedAt = paidAt ?? now.toISOString()
  return [{ kind: 'payment', providerId: paymentIntentId, orderId, paymentIntentId, amountPence, currency, happenedAt }]
}

/** The first bill of a subscription is paid by its session, which nobody may know where the order does not exist here. */
export function movementsOfInvoice(invoice: Invoice, orderId: string | null, now: Date): Movement[] {
  const { id, status, isRenewal, paidPence: amountPence, currency, paymentIntentId, paidAt } = invoice
  if (status !== 'paid') return []
  const paid = { orderId, paymentIntentId, amountPence, currency, happenedAt: paidAt ?? now.toISOString() }
  if (isRenewal) return [{ ...paid, kind: 'renewal', providerId: id }]
  return orderId === null && paymentIntentId ? [{ ...paid, kind: 'payment', providerId: paymentIntentId }] : []
}

/** @param of.failedAt when it came back; counted for one that has. */
export function movementsOfRefund(
  { refundId: providerId, amountPence, currency, state, madeAt: happenedAt }: Refund,
  of: { orderId: string | null; paymentIntentId: string | null; failedAt: Instant },
): Movement[] {
  const { orderId, paymentIntentId, failedAt } = of
  const sent = { kind: 'refund-sent', providerId, orderId, paymentIntentId, amountPence, currency, happenedAt } as const
  const hasFailed = state === 'failed' || state === 'cancelled'
  return hasFailed ? [sent, { ...sent, kind: 'refund-failed', happenedAt: failedAt }] : [sent]
}

/**
 * What the provider says that it took and brought back, with its fees. Where it says nothing of a dispute that takes money, what is left of the
 * payment at most, marked as estimated.
 */
export async function movementsOfDispute(
  sql: SqlRunner,
  dispute: Dispute & { paymentIntentId: string },
  orderId: string | null,
  now: Date,
): Promise<Movement[]> {
  const { id, status, paymentIntentId, currency, openedAt, moves } = dispute
  const about = { orderId, paymentIntentId, currency }
  const movements = moves.flatMap(({ id: moveId, amountPence, feePence, at: happenedAt }): Movement[] => {
    const isOut = amountPence < 0
    const isFirst = moves.find((move) => move.amountPence < 0 === isOut)!.id === moveId
    const kind = isOut ? 'dispute-opened' : 'dispute-won'
    return [
      { ...about, kind, providerId: isFirst ? id : moveId, amountPence, happenedAt },
      { ...about, kind: 'dispute-fee', providerId: moveId, amountPence: -feePence, happenedAt },
    ]
  })
  const takesMoney = !status.startsWith('warning_')
  const happenedAt = now.toISOString()
  if (takesMoney && !moves.some(({ amountPence }) => amountPence < 0)) {
    const amountPence = await leftToTake(sql, dispute)
    movements.push({
      ...about,
      kind: 'dispute-opened',
      providerId: id,
      amountPence,
      happenedAt: openedAt,
      isEstimated: true,
    })
    if (status === 'won') {
      movements.push({ ...about, kind: 'dispute-won', providerId: id, amountPence, happenedAt, isEstimated: true })
    }
  }
  if (takesMoney && hasDisputeEnded(status) && status !== 'won') {
    movements.push({ ...about, kind: 'dispute-lost', providerId: id, amountPence: dispute.amountPence, happenedAt })
  }
  return movements
}

async function leftToTake(sql: SqlRunner, { amountPence, paymentIntentId }: Dispute): Promise<Pence> {
  const [held] = await sql<{ pence: Pence | null }[]>`
    select sum(amount_pence)::int as pence from money_movements
    where payment_intent_id = ${paymentIntentId}::text and kind in ('payment', 'renewal', 'refund-sent', 'refund-failed')`
  return held?.pence == null ? amountPence : Math.max(0, Math.min(amountPence, held.pence))
}
