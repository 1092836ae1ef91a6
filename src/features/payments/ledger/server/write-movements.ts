import { camel } from '#database/camel.ts'
import type { SqlRunner } from '#database/sql.ts'
import type { Instant, Pence } from '#domain/formats.ts'
import { londonDay } from '#domain/london-time.ts'
import { vatIn, vatPercentOn } from '#domain/vat.ts'
import { hasDisputeEnded } from '#features/payments/rules.ts'
import type { CheckoutSession, Dispute, Invoice, Refund } from '#providers/payments/payments.ts'
import type { Services } from '#requests/services.ts'
import { type MovementKind, movementKinds } from '../rules.ts'

/** Its sign follows from its kind; where the kind has none (a fee, a credit), `amountPence` carries it: positive when the balance grows. */
export type Movement = {
  kind: MovementKind
  /** With the kind it makes the movement one, however often it is told. */
  providerId: string
  orderId: string | null
  paymentIntentId: string | null
  amountPence: Pence
  currency: string
  happenedAt: Instant
  isEstimated?: boolean
}

type Recorder = Pick<Services, 'brand' | 'now' | 'movementSource'>

/** In the transaction of what tells of them. An amount of zero moves nothing and is left out. @returns those that were new. */
export async function writeMovements(tx: SqlRunner, services: Recorder, movements: readonly Movement[]) {
  const { kind: source, id: sourceId } = services.movementSource ?? { kind: 'site', id: null }
  const added: Movement[] = []
  for (const movement of movements) {
    const { kind, providerId, orderId, paymentIntentId, currency, happenedAt, isEstimated = false } = movement
    if (movement.amountPence === 0) continue
    const { sign } = movementKinds[kind]
    const amountPence = sign === 0 ? movement.amountPence : sign * Math.abs(movement.amountPence)
    const vat = await vatOf(tx, services, { ...movement, amountPence })
    const [written] = await tx<{ id: string }[]>`
      insert into money_movements (
        kind, provider_id, order_id, product, payment_intent_id, amount_pence, currency, vat_pence, vat_rate, happened_at, told_at,
        is_estimated, source, source_id)
      values (${kind}::text, ${providerId}::text, ${orderId}::uuid, (select type from orders where id = ${orderId}::uuid),
        ${paymentIntentId}::text, ${amountPence}::int, ${currency}::text, ${vat.pence}::int, ${vat.rate}::int,
        ${happenedAt}::timestamptz, ${services.now().toISOString()}::timestamptz, ${isEstimated}::boolean, ${source}::text,
        ${sourceId}::text)
      on conflict (kind, provider_id) do nothing
      returning id`
    if (written) added.push(movement)
  }
  return added
}

/**
 * A payment has the rate of its day, and all that goes back of it or comes again has the rate of that payment: several parts hold together
 * what the whole holds. @returns `rate` in hundredths of a per cent.
 */
async function vatOf(
  tx: SqlRunner,
  { brand }: Recorder,
  { kind, orderId, paymentIntentId, amountPence, happenedAt }: Movement,
): Promise<{ pence: Pence; rate: number }> {
  const gross = Math.abs(amountPence)
  if (kind === 'payment' || kind === 'renewal') {
    const [order] = await tx<{ vat: string | null }[]>`select vat from orders where id = ${orderId}::uuid`
    // Fixed when the order was made, and by the provider's rate of a renewal: a reverse charge has none.
    const percent = order?.vat ? Number(order.vat) || 0 : vatPercentOn(brand.vatRates, londonDay(new Date(happenedAt)))
    return { pence: vatIn(gross, percent), rate: Math.round(percent * 100) }
  }
  if (!/^(refund|dispute-(opened|won|lost))/.test(kind) || paymentIntentId === null) return { pence: 0, rate: 0 }
  const [paid] = await camel(tx)<{ rate: number | null; backPence: Pence; backVat: Pence }[]>`
    select max(vat_rate) filter (where kind in ('payment', 'renewal')) as rate,
      coalesce(-sum(amount_pence) filter (where moves and kind not in ('payment', 'renewal', 'fee', 'dispute-fee')), 0)::int
        as back_pence,
      coalesce(-sum(vat_pence) filter (where moves and kind not in ('payment', 'renewal', 'fee', 'dispute-fee')), 0)::int as back_vat
    from money_movements where payment_intent_id = ${paymentIntentId}::text`
  const rate = paid?.rate ?? Math.round(vatPercentOn(brand.vatRates, londonDay(new Date(happenedAt))) * 100)
  const { backPence, backVat } = paid!
  // What has gone back once this movement counts; a sum below nothing can only be a later part that was told first.
  const after = Math.max(0, backPence - amountPence)
  const share = Math.abs(vatIn(after, rate / 100) - backVat)
  return { pence: Math.sign(amountPence) * Math.min(share, gross), rate }
}

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
    const [held] = await sql<{ pence: Pence | null }[]>`
      select sum(amount_pence)::int as pence from money_movements
      where payment_intent_id = ${paymentIntentId}::text and kind in ('payment', 'renewal', 'refund-sent', 'refund-failed')`
    const amountPence = Math.max(0, Math.min(dispute.amountPence, held?.pence ?? dispute.amountPence))
    const estimated = { ...about, providerId: id, amountPence, isEstimated: true }
    movements.push({ ...estimated, kind: 'dispute-opened', happenedAt: openedAt })
    if (status === 'won') movements.push({ ...estimated, kind: 'dispute-won', happenedAt })
  }
  if (takesMoney && hasDisputeEnded(status) && status !== 'won') {
    movements.push({ ...about, kind: 'dispute-lost', providerId: id, amountPence: dispute.amountPence, happenedAt })
  }
  return movements
}
