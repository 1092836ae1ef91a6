import { camel } from '#database/camel.ts'
import type { SqlRunner, Transaction } from '#database/sql.ts'
import { queueDocuments } from '#features/payments/documents/server/queries.ts'
import { readDiscrepancy } from '#features/payments/fulfilment/server/queries.ts'
import { movementsOfRefund, writeMovements } from '#features/payments/ledger/server/write-movements.ts'
import { type Id, lockApplicationOfOrder, readOrder } from '#features/payments/server/queries.ts'
import { isPaymentsFailure, type PaymentsFailure, type Refund } from '#providers/payments/payments.ts'
import type { Services } from '#requests/services.ts'
import { settleRefunds } from './handle-refund-or-dispute.ts'
import { type RefundRow, readRefund } from './queries.ts'
import { mailPayer } from './refund-mails.ts'

export type Refundable =
  | {
      kind: 'refundable'
      paymentIntentId: string
      takenPence: number
      refundedPence: number
      leftPence: number
      currency: string
    }
  /** No money was taken: nothing paid yet, or a first year that was free. */
  | { kind: 'nothing-taken' }
  | { kind: 'not-found' }
  /** A refund of this payment has been asked for, and the provider has not answered: nobody knows yet what is left. */
  | { kind: 'being-asked' }
  | { kind: 'unavailable' }

/** An order, or a payment in its name that was not booked (`payment_discrepancies`). */
type RefundTarget = { orderId: string; discrepancyId?: never } | { discrepancyId: string; orderId?: never }

type RefundRequest = RefundTarget & {
  /** Null for all that is left. */
  amountPence: number | null
  /** Why, for our own books; not sent to the provider. */
  reason: string
  /** When all that is left goes back, nothing is sold until a reviewer opens the checkout, also where the provider refuses the refund. */
  isForCause?: boolean
  /** A UUID of the form or of the job: the same key sent again is the same refund. */
  requestKey: string
  by: { id: string | null; name: string }
  /** Asked in the transaction that writes it down: with false nothing is written. */
  isAllowed?: (tx: Transaction) => Promise<boolean>
}

export type RefundOutcome =
  /** `pending`: a slow method, the provider tells when it has arrived. */
  | { kind: 'refunded'; refundId: string; amountPence: number; state: 'pending' | 'succeeded' }
  /** Written down, but the provider has not said whether it was made: it is asked again by itself. */
  | { kind: 'under-way'; refundId: string; amountPence: number }
  | { kind: 'refused'; refundId: string; problem: string | null }
  | { kind: 'too-much'; leftPence: number }
  | { kind: 'nothing-left' }
  | { kind: 'not-allowed' }
  | Exclude<Refundable, { kind: 'refundable' }>

/** The provider forgets its idempotency keys after a day; until then the same key makes the same refund. In milliseconds. */
const maxAge = 23 * 60 * 60 * 1000
/** How long a refund that met a server error has to show at the provider before another key is tried. In milliseconds. */
const minWait = 15 * 60 * 1000

/** Of an order's subscription its latest payment, of a discrepancy the payment that was found. */
export async function readRefundable(services: Services, target: RefundTarget): Promise<Refundable> {
  const refundable = await askRefundable(services, target)
  if (refundable.kind !== 'refundable') return refundable
  const [asked] = await findAskedRefund(services.sql, refundable.paymentIntentId)
  return asked ? { kind: 'being-asked' } : refundable
}

async function askRefundable(services: Services, target: RefundTarget): Promise<Refundable> {
  const paymentIntentId = await paymentOf(services, target)
  if (typeof paymentIntentId !== 'string') return paymentIntentId
  const payment = await services.payments.retrievePayment(paymentIntentId)
  if (isPaymentsFailure(payment)) return whatFailureMeans(payment)
  const { amountPence: takenPence, refundedPence, currency } = payment
  const leftPence = takenPence - refundedPence
  return { kind: 'refundable', paymentIntentId, takenPence, refundedPence, leftPence, currency }
}

/**
 * It is written down first, then the provider is asked under a key of its own, so that a click repeated, a lost answer or a process that dies
 * gives the money back once; until it has answered, no other refund of the payment is taken.
 * @param note runs in the transaction that writes the refund down, for the audit log.
 */
export async function refundOrder(
  services: Services,
  request: RefundRequest,
  note: (tx: Transaction, refundId: string, amountPence: number) => Promise<void> = async () => {},
): Promise<RefundOutcome> {
  const [known] = await findRefund(services.sql, request.requestKey)
  if (known) return await carryOutRefund(services, known.id)
  const refundable = await askRefundable(services, request)
  if (refundable.kind !== 'refundable') return refundable
  const { leftPence, paymentIntentId, currency } = refundable
  if (leftPence === 0) return { kind: 'nothing-left' }
  const amountPence = request.amountPence ?? leftPence
  if (amountPence > leftPence) return { kind: 'too-much', leftPence }
  const orderId =
    request.orderId ?? (await readDiscrepancy(services.sql, { discrepancyId: request.discrepancyId }))[0]!.orderId!
  /** Payment pages that nobody may pay any more. */
  let overtaken: { sessionId: string }[] = []
  const refundId = await services.sql.begin(async (tx) => {
    const [application] = await lockApplicationOfOrder(tx, { orderId })
    const [same] = await findRefund(tx, request.requestKey)
    if (same) return same.id
    const [asked] = await findAskedRefund(tx, paymentIntentId)
    if (asked) return null
    if (request.isAllowed && !(await request.isAllowed(tx))) return 'not-allowed'
    const { discrepancyId = null, reason, requestKey, by } = request
    const now = services.now().toISOString()
    const [added] = await tx<Id[]>`
      insert into order_refunds (
        order_id, discrepancy_id, payment_intent_id, amount_pence, state, reason, request_key, requested_by,
        requested_by_name, requested_at)
      values (${orderId}::uuid, ${discrepancyId}::uuid, ${paymentIntentId}::text, ${amountPence}::int, 'asked',
        ${reason}::text, ${requestKey}::uuid, ${by.id}::text, ${by.name}::text, ${now}::timestamptz)
      on conflict (request_key) do nothing
      returning id`
    // Before the money goes back, so that nobody pays again in between.
    if (request.isForCause && amountPence === leftPence)
      overtaken = await camel(tx)<{ sessionId: string }[]>`
        with closed as (
          update applications set checkout_closed_at = coalesce(checkout_closed_at, ${now}::timestamptz)
            where id = ${application!.id}::uuid
        ), ended as (
          update orders set status = 'expired', opening_until = null, updated_at = now()
          where application_id = ${application!.id}::uuid and status = 'pending'
          returning id, checkout_session_id
        ), released as (
          delete from coupon_redemptions where order_id in (select id from ended)
        )
        select checkout_session_id as session_id from ended where checkout_session_id is not null`
    const about = { providerId: added!.id, orderId, paymentIntentId, amountPence, currency }
    await writeMovements(tx, services, [{ ...about, kind: 'refund-asked', happenedAt: now }])
    await note(tx, added!.id, amountPence)
    return added!.id
  })
  for (const { sessionId } of overtaken) await services.payments.expireCheckoutSession(sessionId)
  if (refundId === 'not-allowed') return { kind: 'not-allowed' }
  return refundId ? await carryOutRefund(services, refundId) : { kind: 'being-asked' }
}

const findAskedRefund = (sql: SqlRunner, paymentIntentId: string) => sql<Id[]>`
  select id from order_refunds where payment_intent_id = ${paymentIntentId}::text and state = 'asked' limit 1`

const findRefund = (sql: SqlRunner, requestKey: string) => sql<Id[]>`
  select id from order_refunds where request_key = ${requestKey}::uuid`

/** All of an order's money, asked for by the site itself: one refund however often it is asked for. */
export async function refundBySite(services: Services, orderId: string, reason: string, name: string) {
  const by = { id: null, name }
  return await refundOrder(services, { orderId, amountPence: null, reason, requestKey: orderId, by })
}

/**
 * Only a refusal ends it. After a server error or silence the money may have gone back: the provider is asked again under the same key, or,
 * where it has kept the error under that key, under another one once it is seen that it holds no refund of ours.
 */
export async function carryOutRefund(services: Services, refundId: string): Promise<RefundOutcome> {
  const { sql, payments, now, log } = services
  const [refund] = await readRefund(sql, { refundId })
  if (!refund) return { kind: 'not-found' }
  if (refund.state !== 'asked') return outcomeOf(refund)
  const underWay = { kind: 'under-way', refundId: refund.id, amountPence: refund.amountPence } as const
  const keyFailedAt = refund.keyFailedAt === null ? null : Date.parse(refund.keyFailedAt)
  const isOld = now().getTime() - Date.parse(refund.requestedAt) > maxAge
  if (keyFailedAt !== null && now().getTime() - keyFailedAt < minWait) return underWay
  if (keyFailedAt !== null || isOld) {
    const known = await payments.findRefund(refund.paymentIntentId, refund.id)
    if (isPaymentsFailure(known)) return underWay
    if (known.refund) return await settle(services, refund, known.refund)
    // Asked now, it might go back a second time. The provider's dashboard says whether it did.
    if (isOld) return await settle(services, refund, null, 'no-answer')
  }
  const made = await payments.refundPayment({
    paymentIntentId: refund.paymentIntentId,
    amountPence: refund.amountPence,
    metadata: { order_id: refund.orderId, refund_id: refund.id },
    idempotencyKey: keyFailedAt === null ? `refund-${refund.id}` : `refund-${refund.id}-${keyFailedAt}`,
  })
  if (!isPaymentsFailure(made)) return await settle(services, refund, made)
  log.error('refund not made', { refund: refund.id, failure: made.failure, code: made.code, request: made.requestId })
  if (made.failure === 'payments-unavailable') {
    if (made.newKeyNeeded)
      await sql<Record<string, never>[]>`
        update order_refunds set key_failed_at = ${now().toISOString()}::timestamptz
        where id = ${refund.id}::uuid and state = 'asked'`
    return underWay
  }
  // Refused because an earlier attempt, whose answer was lost, has given the money back: then it is there.
  const known = await payments.findRefund(refund.paymentIntentId, refund.id)
  if (isPaymentsFailure(known)) return underWay
  return await settle(services, refund, known.refund, known.refund ? null : made.code)
}

/** @param made null for one that was not made, because of its `problem`. */
async function settle(
  services: Services,
  { id, paymentIntentId, orderId, amountPence }: RefundRow,
  made: Refund | null,
  problem: string | null = null,
): Promise<RefundOutcome> {
  const { sql, now } = services
  const { state, refundId } = made ?? { state: 'failed' as const, refundId: null }
  const at = now().toISOString()
  await sql.begin(async (tx) => {
    // What the provider's own events of the refund have recorded since (`takeRefund`) stays.
    const changed = await tx<Id[]>`
      update order_refunds
      set state = ${state}::text, provider_refund_id = coalesce(provider_refund_id, ${refundId}::text),
        problem = ${problem}::text, settled_at = case
          when ${state}::text in ('succeeded', 'failed', 'cancelled') then ${at}::timestamptz end
      where id = ${id}::uuid and (state = 'asked' or state = 'pending' and ${state}::text <> 'failed')
      returning id`
    const about = { orderId, paymentIntentId }
    if (made) await writeMovements(tx, services, movementsOfRefund(made, { ...about, failedAt: at }))
    else if (changed.length > 0) {
      const refused = { ...about, providerId: id, amountPence, currency: 'gbp', happenedAt: at } as const
      await writeMovements(tx, services, [{ ...refused, kind: 'refund-refused' }])
    }
  })
  // As the webhook would, so that the admin area sees it at once; the webhook that comes later changes nothing more.
  if (made) {
    await queueDocuments(sql, orderId)
    await settleRefunds(services, paymentIntentId, orderId)
    await mailPayer(services, orderId, made.refundId)
  }
  const [settled] = await readRefund(sql, { refundId: id })
  return outcomeOf(settled!)
}

function outcomeOf({ id: refundId, state, amountPence, problem }: RefundRow): RefundOutcome {
  if (state === 'pending' || state === 'succeeded') return { kind: 'refunded', refundId, amountPence, state }
  return state === 'asked' ? { kind: 'under-way', refundId, amountPence } : { kind: 'refused', refundId, problem }
}

type NoPayment = Exclude<Refundable, { kind: 'refundable' }>

async function paymentOf({ sql, payments }: Services, target: RefundTarget): Promise<string | NoPayment> {
  const [discrepancy] = target.discrepancyId ? await readDiscrepancy(sql, { discrepancyId: target.discrepancyId }) : []
  const [bought] = target.orderId ? await readOrder(sql, { orderId: target.orderId }) : [discrepancy]
  // A payment for an order that does not exist here goes back at the provider: these books have no place for it.
  if (!bought || discrepancy?.orderId === null) return { kind: 'not-found' }
  if (discrepancy?.paymentIntentId) return discrepancy.paymentIntentId
  if (!bought.subscriptionId) return bought.paymentIntentId ?? { kind: 'nothing-taken' }
  const latest = await payments.findPaidPeriod(bought.subscriptionId)
  if (isPaymentsFailure(latest)) return whatFailureMeans(latest)
  return latest.paymentIntentId ?? bought.paymentIntentId ?? { kind: 'nothing-taken' }
}

function whatFailureMeans({ failure }: PaymentsFailure): NoPayment {
  return failure === 'payments-not-found' ? { kind: 'nothing-taken' } : { kind: 'unavailable' }
}
