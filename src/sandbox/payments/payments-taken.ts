import type Stripe from 'stripe'
import { idOf } from '#providers/payments/stripe-shapes.ts'
import { badRequest } from './api-error.ts'
import { addToBalance, daysToAvailable, processingFee, ukPrices, workingDaysAfter } from './balance.ts'
import { type Books, newId } from './books.ts'

type Payment = {
  amount: number
  customer: string | null
  metadata: Record<string, string>
  /** It was declined before and is tried again. */
  paymentIntent?: string | null
  paymentMethod?: string | null
}

export async function addTestCard(books: Books, customer: string | null): Promise<string> {
  const card = { brand: 'visa', last4: '4242' } as Stripe.PaymentMethod.Card
  return (await books.insert('payment_method', { id: newId('pm'), type: 'card', card, customer })).id
}

/** What the payer's bank sends days later. */
export async function addTestDebit(books: Books, customer: string | null): Promise<string> {
  const account = { fingerprint: null, last4: '2345', sort_code: '108800' }
  const debit = { id: newId('pm'), type: 'bacs_debit' as const, bacs_debit: account, customer }
  return (await books.insert('payment_method', debit)).id
}

/** How long a bank debit is under way, in seconds. */
export const debitSeconds = 3 * 24 * 60 * 60

/** Its money comes days later, or does not (`takePayment`, `declinePayment`). */
export async function beginDebit(books: Books, payment: Payment, paymentMethod: string): Promise<Stripe.PaymentIntent> {
  const begun = await beginPayment(books, payment)
  return books.change('payment_intent', begun.id, { status: 'processing', payment_method: paymentMethod })
}

export async function takePayment(books: Books, payment: Payment): Promise<Stripe.PaymentIntent> {
  const begun = await beginPayment(books, payment)
  const paymentMethod = payment.paymentMethod ?? (await addTestCard(books, payment.customer))
  const made = await recordCharge(books, payment, begun.id, paymentMethod, 'succeeded')
  const isDebit = made.payment_method_details?.type === 'bacs_debit'
  const moved = await addToBalance(books, {
    type: isDebit ? 'payment' : 'charge',
    amount: made.amount,
    fee: processingFee(isDebit ? 'bacs_debit' : 'card', made.amount),
    source: made.id,
    availableOn: workingDaysAfter(books.now, daysToAvailable),
  })
  const charge = await books.change('charge', made.id, { balance_transaction: moved.id })
  const paymentIntent = await books.change('payment_intent', begun.id, {
    status: 'succeeded',
    amount_received: payment.amount,
    customer: payment.customer,
    latest_charge: charge.id,
    payment_method: paymentMethod,
  })
  await books.emit('charge.succeeded', charge)
  return books.emit('payment_intent.succeeded', paymentIntent)
}

/** The payment stays, to be tried again with another card. */
export async function declinePayment(books: Books, payment: Payment): Promise<Stripe.PaymentIntent> {
  const begun = await beginPayment(books, payment)
  const charge = await recordCharge(books, payment, begun.id, payment.paymentMethod ?? null, 'failed')
  const paymentIntent = await books.change('payment_intent', begun.id, {
    status: 'requires_payment_method',
    latest_charge: charge.id,
  })
  await books.emit('charge.failed', charge)
  return books.emit('payment_intent.payment_failed', paymentIntent)
}

/**
 * All that is left by default.
 * @throws ApiError where nothing is left, more is asked than there is, or the payer's bank has the money or may still take it.
 */
export async function refundCharge(
  books: Books,
  chargeId: string,
  { amount, metadata = {} }: { amount?: number | undefined; metadata?: Record<string, string> } = {},
): Promise<Stripe.Refund> {
  const { body: charge } = await books.lock('charge', chargeId, 'charge')
  const left = charge.amount - charge.amount_refunded
  if (charge.status !== 'succeeded') throw badRequest(null, `Charge ${chargeId} was not paid.`, 'charge')
  const { data: disputes } = await books.list('dispute', { limit: 100, where: { charge: chargeId } })
  if (disputes.some(({ status }) => status !== 'won'))
    throw badRequest('charge_disputed', `Charge ${chargeId} is disputed.`)
  if (left === 0) throw badRequest('charge_already_refunded', `Charge ${chargeId} has already been refunded.`)
  const back = amount ?? left
  if (back > left) throw badRequest(null, 'The refund is greater than what is left of the charge.', 'amount')
  const id = newId('re')
  const moved = await addToBalance(books, {
    type: charge.payment_method_details?.type === 'bacs_debit' ? 'payment_refund' : 'refund',
    amount: -back,
    source: id,
  })
  const refund = await books.insert('refund', {
    id,
    amount: back,
    balance_transaction: moved.id,
    charge: chargeId,
    currency: charge.currency,
    metadata,
    payment_intent: idOf(charge.payment_intent),
    status: 'succeeded',
  })
  const refunded = charge.amount_refunded + back
  const changed = await books.change('charge', chargeId, {
    amount_refunded: refunded,
    refunded: refunded === charge.amount,
  })
  const previous = { amount_refunded: charge.amount_refunded, refunded: charge.refunded }
  await books.emit('refund.created', refund)
  await books.emit('charge.refunded', changed, previous)
  return refund
}

/** Days later as a rule: what was given back is ours again. */
export async function failRefund(books: Books, refundId: string): Promise<Stripe.Refund> {
  const { body: before } = await books.lock('refund', refundId)
  if (before.status !== 'succeeded') throw badRequest(null, `Refund ${refundId} has not arrived or has failed already.`)
  const chargeId = idOf(before.charge)!
  const { body: charge } = await books.lock('charge', chargeId)
  await books.change('charge', chargeId, { amount_refunded: charge.amount_refunded - before.amount, refunded: false })
  const moved = await addToBalance(books, { type: 'refund_failure', amount: before.amount, source: refundId })
  const failed = await books.change('refund', refundId, {
    status: 'failed',
    failure_reason: 'declined',
    failure_balance_transaction: moved.id,
  })
  await books.emit('refund.updated', failed, { status: before.status })
  return books.emit('refund.failed', failed)
}

/** In seconds. */
const answerTime = 14 * 24 * 60 * 60

type DisputeRequest = {
  reason?: string
  /** `warning_needs_response` takes no money yet. */
  status?: Stripe.Dispute.Status
  /** What is left of the charge by default. */
  amount?: number
  /** In seconds since 1970; 0 where the bank takes no answer. */
  dueBy?: number
}

export async function openDispute(
  books: Books,
  chargeId: string,
  { reason = 'fraudulent', status = 'needs_response', amount, dueBy = books.now + answerTime }: DisputeRequest = {},
): Promise<Stripe.Dispute> {
  const { body: charge } = await books.lock('charge', chargeId, 'charge')
  if (charge.disputed) throw badRequest(null, `Charge ${chargeId} is disputed already.`, 'charge')
  const dispute = await books.insert('dispute', {
    id: newId('du'),
    amount: amount ?? (charge.amount - charge.amount_refunded || charge.amount),
    balance_transactions: [],
    charge: chargeId,
    currency: charge.currency,
    evidence_details: { due_by: dueBy } as Stripe.Dispute.EvidenceDetails,
    payment_intent: idOf(charge.payment_intent),
    reason,
    status,
  })
  await books.change('charge', chargeId, { disputed: true })
  await books.emit('charge.dispute.created', dispute)
  return await moveDisputedMoney(books, dispute)
}

const closedStatuses = ['won', 'lost', 'prevented'] as const

export async function closeDispute(books: Books, disputeId: string, status: (typeof closedStatuses)[number]) {
  const { body: before } = await books.lock('dispute', disputeId)
  if (closedStatuses.some((closed) => closed === before.status))
    throw badRequest(null, 'This dispute is closed already.')
  const dispute = await moveDisputedMoney(books, await books.change('dispute', disputeId, { status }))
  return books.emit('charge.dispute.closed', dispute, { status: before.status })
}

/** The bank looks into it, an early warning becomes a dispute, or a lost one is won on appeal. */
export async function updateDispute(books: Books, disputeId: string, status: Stripe.Dispute.Status) {
  const { body: before } = await books.lock('dispute', disputeId)
  const dispute = await books.change('dispute', disputeId, { status })
  await books.emit('charge.dispute.updated', dispute, { status: before.status })
  return await moveDisputedMoney(books, dispute)
}

/** The fee is not given back in either case. */
async function moveDisputedMoney(books: Books, dispute: Stripe.Dispute): Promise<Stripe.Dispute> {
  const { id, amount, balance_transactions: moves, status } = dispute
  const isOut = moves.reduce((sum, move) => sum + move.amount, 0) < 0
  const goesOut = status !== 'won' && !status.startsWith('warning_')
  if (isOut === goesOut) return dispute
  const moved = await addToBalance(books, {
    type: 'adjustment',
    category: goesOut ? 'dispute' : 'dispute_reversal',
    amount: goesOut ? -amount : amount,
    ...(goesOut && { fee: ukPrices.dispute }),
    source: id,
  })
  const changed = await books.change('dispute', id, { balance_transactions: [...moves, moved] })
  return books.emit(goesOut ? 'charge.dispute.funds_withdrawn' : 'charge.dispute.funds_reinstated', changed)
}

/** One that was begun before, or a new one. */
async function beginPayment(books: Books, { amount, customer, metadata, paymentIntent }: Payment) {
  if (paymentIntent) return (await books.lock('payment_intent', paymentIntent)).body
  const begun = await books.insert('payment_intent', {
    id: newId('pi'),
    amount,
    amount_received: 0,
    currency: 'gbp',
    customer,
    latest_charge: null,
    metadata,
    payment_method: null,
    status: 'requires_payment_method',
  })
  return books.emit('payment_intent.created', begun)
}

async function recordCharge(
  books: Books,
  { amount, customer, metadata }: Payment,
  paymentIntent: string,
  paymentMethod: string | null,
  status: 'succeeded' | 'failed',
): Promise<Stripe.Charge> {
  const method = paymentMethod ? await books.get('payment_method', paymentMethod) : null
  const { type = 'card', card, bacs_debit } = method ?? {}
  const details: object = {
    type,
    ...(card && { card }),
    ...(bacs_debit && { bacs_debit: { ...bacs_debit, mandate: null } }),
  }
  return books.insert('charge', {
    id: newId('ch'),
    amount,
    amount_refunded: 0,
    balance_transaction: null,
    currency: 'gbp',
    customer,
    disputed: false,
    metadata,
    payment_intent: paymentIntent,
    payment_method: paymentMethod,
    payment_method_details: details as Stripe.Charge.PaymentMethodDetails,
    refunded: false,
    status,
  })
}
