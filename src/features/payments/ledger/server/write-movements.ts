import { camel } from '#database/camel.ts'
import type { SqlRunner } from '#database/sql.ts'
import type { Instant, Pence } from '#domain/formats.ts'
import { londonDay } from '#domain/london-time.ts'
import { vatIn, vatPercentOn } from '#domain/vat.ts'
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
  const added: Movement[] = []
  for (const movement of movements) if (await writeMovement(tx, services, movement)) added.push(movement)
  return added
}

/** @returns whether it is new. */
export async function writeMovement(tx: SqlRunner, services: Recorder, movement: Movement): Promise<boolean> {
  const { kind, providerId, orderId, paymentIntentId, currency, happenedAt, isEstimated = false } = movement
  if (movement.amountPence === 0) return false
  const { sign } = movementKinds[kind]
  const amountPence = sign === 0 ? movement.amountPence : sign * Math.abs(movement.amountPence)
  const vat = await vatOf(tx, services, { ...movement, amountPence })
  const { kind: source, id: sourceId } = services.movementSource ?? { kind: 'site', id: null }
  const added = await tx<{ id: string }[]>`
    insert into money_movements (
      kind, provider_id, order_id, product, payment_intent_id, amount_pence, currency, vat_pence, vat_rate, happened_at, told_at,
      is_estimated, source, source_id)
    values (${kind}::text, ${providerId}::text, ${orderId}::uuid, (select type from orders where id = ${orderId}::uuid),
      ${paymentIntentId}::text, ${amountPence}::int, ${currency}::text, ${vat.pence}::int, ${vat.rate}::int,
      ${happenedAt}::timestamptz, ${services.now().toISOString()}::timestamptz, ${isEstimated}::boolean, ${source}::text,
      ${sourceId}::text)
    on conflict (kind, provider_id) do nothing
    returning id`
  return added.length > 0
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
