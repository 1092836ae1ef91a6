import type { SqlRunner } from '#database/sql.ts'
import type { Instant } from '#domain/formats.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { type BalanceTransaction, isPaymentsFailure, type PaymentsFailure } from '#providers/payments/payments.ts'
import type { Services } from '#requests/services.ts'
import type { MovementKind } from '../rules.ts'

const dayMs = 24 * 60 * 60 * 1000
const windowMs = 31 * dayMs
/** Read again each time: what the provider writes at the same moment is listed a little later. */
const overlapMs = dayMs
const atATime = 5_000

/**
 * Reads the provider's balance transactions from where it stopped the last time, month by month.
 * @returns those that were new or have been read again; a failure where the provider did not list them.
 */
export async function readProviderBooks(
  services: Services,
  stopping?: AbortSignal,
): Promise<BalanceTransaction[] | PaymentsFailure> {
  const { sql, payments, now } = services
  const end = now().getTime()
  let from = (await readUntil(sql)) ?? end
  let length = windowMs
  const read: BalanceTransaction[] = []
  while (from < end) {
    stopping?.throwIfAborted()
    // The last second of the present is read too.
    const until = Math.min(end + 1000, from + length)
    const listed = await payments.listBalanceTransactions({
      since: new Date(from),
      until: new Date(until),
      limit: atATime,
    })
    if (isPaymentsFailure(listed)) return listed
    // Cut off at the limit: a shorter time holds all of it.
    if (listed.transactions.length === atATime && length > 1000) {
      length /= 2
      continue
    }
    await sql.begin(async (tx) => {
      for (const transaction of listed.transactions)
        await tx<Record<string, never>[]>`
          insert into provider_transactions (
            id, type, kind, source_id, payment_intent_id, order_id, amount_pence, fee_pence, currency, created_at, available_at)
          values (${transaction.id}::text, ${transaction.type}::text, ${kindOf(transaction)}::text, ${transaction.sourceId}::text,
            ${transaction.paymentIntentId}::text, ${isUuid(transaction.orderId) ? transaction.orderId : null}::uuid,
            ${transaction.amountPence}::int, ${transaction.feePence}::int, ${transaction.currency}::text,
            ${transaction.createdAt}::timestamptz, ${transaction.availableAt}::timestamptz)
          on conflict (id) do nothing`
      const reached = new Date(Math.min(until, end)).toISOString()
      await tx<Record<string, never>[]>`
        insert into ledger_progress (part, reached) values ('transactions', ${reached}::text)
        on conflict (part) do update set reached = excluded.reached`
    })
    read.push(...listed.transactions)
    from = until
  }
  return (await readPayouts(services, read)) ?? read
}

/** In milliseconds; null where there is nothing yet to read. The first time from the day before the first order. */
async function readUntil(sql: SqlRunner): Promise<number | null> {
  const [progress] = await sql<{ reached: string | null }[]>`
    select reached from ledger_progress where part = 'transactions'`
  if (progress?.reached) return Date.parse(progress.reached) - overlapMs
  const [first] = await sql<{ at: Instant | null }[]>`select least(min(created_at), min(paid_at)) as at from orders`
  return first?.at ? Date.parse(first.at) - overlapMs : null
}

/** What a payout brought to the bank; one that was made by hand does not say. */
async function readPayouts(
  { sql, payments }: Services,
  read: readonly BalanceTransaction[],
): Promise<PaymentsFailure | null> {
  for (const { type, sourceId } of read) {
    if (type !== 'payout' || !sourceId) continue
    const [known] = await sql<{ id: string }[]>`
      select id from provider_transactions where payout_id = ${sourceId}::text limit 1`
    if (known) continue
    const parts = await payments.listBalanceTransactions({ payoutId: sourceId, limit: 10_000 })
    if (isPaymentsFailure(parts)) {
      if (parts.failure === 'payments-unavailable') return parts
      continue
    }
    const ids = parts.transactions.map(({ id }) => id)
    await sql<Record<string, never>[]>`
      update provider_transactions set payout_id = ${sourceId}::text where id = any (${ids}::text[])`
  }
  return null
}

/** Null for what is only a fee. */
export function kindOf({ type, sourceId, amountPence }: BalanceTransaction): MovementKind | null {
  switch (type) {
    case 'charge':
    case 'payment':
      return 'payment'
    case 'refund':
    case 'payment_refund':
      return 'refund-sent'
    case 'refund_failure':
      return 'refund-failed'
    case 'payout':
      return 'payout'
    case 'payout_failure':
    case 'payout_cancel':
      return 'payout-returned'
    case 'stripe_fee':
      return 'fee'
    default:
      if (amountPence === 0) return null
      // Stripe's disputes are `du_…`, before 2022 `dp_…`.
      return /^d[pu]_/.test(sourceId ?? '') ? (amountPence < 0 ? 'dispute-opened' : 'dispute-won') : 'credit'
  }
}
