import type Stripe from 'stripe'
import { type Books, newId } from './books.ts'
import { serialise } from './endpoint.ts'

/**
 * Stripe's standard prices in the UK (stripe.com/gb/pricing), in pence: a UK card, a Bacs Direct Debit, a dispute whatever its end. A refund
 * costs nothing and brings no fee back.
 */
export const ukPrices = {
  card: { percent: 1.5, fixed: 20, min: 0, max: Number.POSITIVE_INFINITY },
  bacs_debit: { percent: 1, fixed: 0, min: 20, max: 200 },
  dispute: 2_000,
}

const daySeconds = 24 * 60 * 60
/** In working days: until the money of a charge may be paid out, and until it is at the bank. */
export const daysToAvailable = 3
const daysToBank = 1

export function processingFee(method: 'card' | 'bacs_debit', pence: number): number {
  const { percent, fixed, min, max } = ukPrices[method]
  return Math.min(max, Math.max(min, Math.round((pence * percent) / 100) + fixed))
}

type Movement = {
  type: Stripe.BalanceTransaction.Type
  /** Stripe's reporting category: that of the type by default. */
  category?: string
  /** Negative where it leaves the balance. */
  amount: number
  fee?: number
  source: string
  /** At once by default. */
  availableOn?: number
}

const categories: Record<string, string> = {
  payment: 'charge',
  payment_refund: 'refund',
  payout_failure: 'payout_reversal',
}

export async function addToBalance(
  books: Books,
  { type, category = categories[type] ?? type, amount, fee = 0, source, availableOn = books.now }: Movement,
): Promise<Stripe.BalanceTransaction> {
  return books.insert('balance_transaction', {
    id: newId('txn'),
    amount,
    available_on: availableOn,
    currency: 'gbp',
    fee,
    fee_details: fee
      ? [{ amount: fee, application: null, currency: 'gbp', description: null, type: 'stripe_fee' }]
      : [],
    net: amount - fee,
    reporting_category: category,
    source,
    status: availableOn <= books.now ? 'available' : 'pending',
    type,
  })
}

/**
 * Everything that is in the balance and available by then.
 * @returns null where nothing is left to pay out, or the balance is not above zero.
 */
export async function payOut(books: Books, availableBy = books.now): Promise<Stripe.Payout | null> {
  await serialise(books, 'payouts')
  const open = books.tx`
    object = 'balance_transaction' and hidden ->> 'payout' is null and (body ->> 'available_on')::bigint <= ${availableBy}`
  const [left] = await books.tx`
    select coalesce(sum((body ->> 'net')::bigint), 0)::int as pence from sandbox.payment_objects where ${open}`
  const amount: number = left!.pence
  if (amount <= 0) return null
  const id = newId('po')
  await books.tx`
    update sandbox.payment_objects
    set body = body || '{"status": "available"}', hidden = hidden || jsonb_build_object('payout', ${id}::text)
    where ${open}`
  const sent = await addToBalance(books, { type: 'payout', amount: -amount, source: id })
  await books.change('balance_transaction', sent.id, {}, { payout: id })
  const payout = await books.insert('payout', {
    id,
    amount,
    arrival_date: workingDaysAfter(books.now, daysToBank),
    automatic: true,
    currency: 'gbp',
    reconciliation_status: 'in_progress',
    status: 'in_transit',
  })
  return books.emit('payout.created', payout)
}

/** One that fails comes back into the balance and leaves it with the next. It may also fail after it was said to be paid. */
export async function settlePayout(books: Books, id: string, outcome: 'paid' | 'failed'): Promise<Stripe.Payout> {
  const { body: before } = await books.lock('payout', id)
  if (before.status === 'failed' || before.status === outcome) return before
  if (outcome === 'paid') {
    const paid = await books.change('payout', id, { status: 'paid', reconciliation_status: 'completed' })
    return books.emit('payout.paid', paid, { status: before.status })
  }
  const returned = await addToBalance(books, { type: 'payout_failure', amount: before.amount, source: id })
  const failed = await books.change('payout', id, {
    status: 'failed',
    reconciliation_status: 'completed',
    failure_balance_transaction: returned.id,
    failure_code: 'account_closed',
  })
  return books.emit('payout.failed', failed, { status: before.status })
}

/** Once a day what has become available is sent, and what was sent arrives. */
export async function advancePayouts(books: Books): Promise<void> {
  await serialise(books, 'payouts')
  const arrived = await books.tx`
    select id from sandbox.payment_objects
    where object = 'payout' and body ->> 'status' = 'in_transit' and (body ->> 'arrival_date')::bigint <= ${books.now}`
  for (const { id } of arrived) await settlePayout(books, id, 'paid')
  const [today] = await books.tx`
    select 1 from sandbox.payment_objects
    where object = 'payout' and (body ->> 'created')::bigint >= ${startOfDay(books.now)} limit 1`
  if (!today) await payOut(books)
}

/** Without the bank holidays. @returns the start of a day, in seconds since 1970. */
export function workingDaysAfter(from: number, days: number): number {
  let day = startOfDay(from)
  for (let left = days; left > 0; ) {
    day += daySeconds
    const weekday = new Date(day * 1000).getUTCDay()
    if (weekday !== 0 && weekday !== 6) left -= 1
  }
  return day
}

function startOfDay(seconds: number): number {
  return seconds - (seconds % daySeconds)
}
