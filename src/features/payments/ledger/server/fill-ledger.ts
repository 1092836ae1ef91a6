import { addJob } from '#database/add-job.ts'
import type { SqlRunner } from '#database/sql.ts'
import { fulfilCheckout } from '#features/payments/fulfilment/server/fulfil-checkout.ts'
import { moveDispute, takeRefund } from '#features/payments/refunds/server/handle-refund-or-dispute.ts'
import { readOrder } from '#features/payments/server/queries.ts'
import { settleInvoice } from '#features/payments/subscriptions/server/follow-subscription.ts'
import { type BalanceTransaction, isPaymentsFailure } from '#providers/payments/payments.ts'
import type { Services } from '#requests/services.ts'
import type { MovementKind } from '../rules.ts'
import { listUnbooked, noteDifferences, type UnbookedTransaction } from './compare-books.ts'
import { fillFromOrders } from './fill-from-orders.ts'
import { readProviderBooks } from './provider-books.ts'
import { type Movement, writeMovements } from './write-movements.ts'

const dayMs = 24 * 60 * 60 * 1000
/** How far back it is looked again for what differs; all of it the first time. */
const lookBackMs = 90 * dayMs
/** What is younger is brought by its own event. */
const minAgeMs = 15 * 60 * 1000
const atATime = 500

/** Once after each start, until what was there before the ledger is in. */
export async function fillLedgerFirst(sql: SqlRunner): Promise<void> {
  if (!(await isFilled(sql))) await addJob(sql, 'fill-ledger', {}, { key: 'fill-ledger' })
}

async function isFilled(sql: SqlRunner): Promise<boolean> {
  const [filled] = await sql<{ is_filled: boolean }[]>`
    select exists (select from ledger_progress where part = 'differences') as is_filled`
  return filled!.is_filled
}

/**
 * Brings the ledger up to what orders and the provider hold, and names where they differ. Stopped and run again, it goes on where it was.
 * @param by.reconciliationId null for the first filling. @throws the reason of `stopping`, or when the provider does not answer.
 */
export async function fillLedger(
  services: Services,
  { stopping, reconciliationId = null }: { stopping?: AbortSignal | undefined; reconciliationId?: string | null } = {},
): Promise<{ added: number; differences: number }> {
  const { sql, now, log } = services
  const filled = await isFilled(sql)
  const since = filled ? new Date(now().getTime() - lookBackMs).toISOString() : null
  const movementSource = { kind: filled ? 'reconciliation' : 'import', id: reconciliationId } as const
  const filling = { ...services, movementSource }
  const read = await readProviderBooks(services, stopping)
  const isUnread = isPaymentsFailure(read)
  if (isUnread && read.failure === 'payments-unavailable')
    throw new Error('The payment provider did not list its balance transactions.')
  // A key without the right to read them: what is here is brought in all the same, as estimated.
  if (isUnread) log.error('balance transactions not readable', { code: read.code })
  let added = await fillFromOrders(filling, stopping)
  if (isUnread) return { added, differences: 0 }
  const refunds = new Map(read.flatMap(({ id, refund }) => (refund ? [[id, refund] as const] : [])))
  for (let after: string | null = null; ; ) {
    stopping?.throwIfAborted()
    const unbooked: UnbookedTransaction[] = await listUnbooked(sql, { since, after, limit: atATime })
    for (const transaction of unbooked) added += await book(filling, transaction, refunds.get(transaction.id) ?? null)
    if (unbooked.length < atATime) break
    after = unbooked.at(-1)!.id
  }
  const differences = await noteDifferences(sql, now(), since)
  await sql<Record<string, never>[]>`
    insert into ledger_progress (part, done_at) values ('differences', ${now().toISOString()}::timestamptz)
    on conflict (part) do update set done_at = excluded.done_at`
  return { added, differences }
}

/** What was sold is processed as its event would be; what only the provider knows is written as the provider has it. */
async function book(services: Services, transaction: UnbookedTransaction, refund: BalanceTransaction['refund']) {
  const { id, kind, type, sourceId, paymentIntentId, amountPence, feePence, currency, createdAt } = transaction
  const isOld = services.now().getTime() - Date.parse(createdAt) > minAgeMs
  if (!transaction.isBooked && isOld) {
    if (kind === 'payment' && paymentIntentId) await bookPayment(services, paymentIntentId, transaction.orderId)
    if (refund) await takeRefund(services, refund, createdAt)
    if (kind?.startsWith('dispute') && sourceId) await moveDispute(services, sourceId)
  }
  const [paid] = await services.sql<{ order_id: string | null }[]>`
    select order_id from money_movements
    where payment_intent_id = ${paymentIntentId}::text and kind in ('payment', 'renewal') order by id limit 1`
  const about = { orderId: paid?.order_id ?? null, paymentIntentId, currency, happenedAt: createdAt }
  const movements: Movement[] = []
  if (!transaction.isBooked && isOwnKind(kind)) {
    const providerId = kind === 'payout' || kind === 'payout-returned' ? sourceId! : id
    movements.push({ ...about, kind, providerId, amountPence })
  }
  if (feePence !== 0) {
    const isOfDispute = type === 'adjustment' && kind?.startsWith('dispute')
    movements.push({ ...about, kind: isOfDispute ? 'dispute-fee' : 'fee', providerId: id, amountPence: -feePence })
  }
  return (await writeMovements(services.sql, services, movements)).length
}

/** Known to the provider alone. */
const ownKinds: readonly (string | null)[] = ['payout', 'payout-returned', 'fee', 'credit']
const isOwnKind = (kind: string | null): kind is MovementKind => ownKinds.includes(kind)

async function bookPayment(services: Services, paymentIntentId: string, orderId: string | null): Promise<void> {
  const bill = await services.payments.findSubscriptionOfPayment(paymentIntentId)
  if (!isPaymentsFailure(bill) && bill.invoiceId) await settleInvoice(services, bill.invoiceId)
  const [order] = orderId ? await readOrder(services.sql, { orderId }) : []
  // A payment that is to be checked may be of another page than the order's, or of an order that does not exist here.
  const [toCheck] = await services.sql<{ session_id: string }[]>`
    select checkout_session_id as session_id from payment_discrepancies
    where payment_intent_id = ${paymentIntentId}::text and checkout_session_id is not null limit 1`
  const sessionId = toCheck?.session_id ?? order?.checkoutSessionId
  if (sessionId) await fulfilCheckout(services, sessionId)
}
