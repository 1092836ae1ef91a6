import { expect, test } from 'bun:test'
import { decideDispute } from '#features/payments/refunds/server/handle-refund-or-dispute.ts'
import type { Order } from '#features/payments/server/queries.ts'
import type { CheckoutSession } from '#providers/payments/payments.ts'
import { type CheckoutBooks, type CheckoutDecision, decideCheckout } from './decide-checkout.ts'

const applicationId = '0193c3a2-0000-7000-8000-000000000001'
const end = '2027-11-21T12:00:00.000Z'

const order = {
  id: '0193c3a2-0000-7000-8000-000000000002',
  applicationId: applicationId,
  type: 'listing',
  status: 'pending',
  amountPence: 4900,
  discountPence: 0,
  currency: 'gbp',
  metadata: {},
  checkoutSessionId: 'cs_own',
} as Order

const session = {
  id: 'cs_own',
  status: 'complete',
  paymentStatus: 'paid',
  amountTotalPence: 4900,
  amountDiscountPence: 0,
  currency: 'gbp',
  orderId: order.id,
  applicationId,
  metadata: { product: 'listing' },
  currentPeriodEnd: end,
} as unknown as CheckoutSession

const award = { type: 'award', amountPence: 19_900 } as const
const awardPaid = { amountTotalPence: 19_900, metadata: { product: 'award' }, currentPeriodEnd: null }
const free = { discountPence: 4900 }
const freePaid = { paymentStatus: 'no_payment_required', amountTotalPence: 0, amountDiscountPence: 4900 } as const

type Case = [
  what: string,
  session: Partial<CheckoutSession>,
  order: Partial<Order> | null,
  books: Partial<CheckoutBooks>,
  decision: CheckoutDecision,
]
const other = (status: Order['status']) => ({ id: 'another', status, checkoutSessionId: null })
const mismatch = (difference: string) => ({ kind: 'mismatch', difference }) as const
const record = (publishesUntil: string | null, isApproved = true) =>
  ({ kind: 'record', isApproved, publishesUntil }) as const
const expired = (endsOrder: boolean, closes: string | null) => ({ kind: 'expired', endsOrder, closes }) as const

const cases: Case[] = [
  ['a paid listing', {}, {}, {}, record(end)],
  ['a free listing', freePaid, free, {}, record(end)],
  ['an award', awardPaid, award, {}, record(null)],
  ['a listing whose approval was withdrawn', {}, {}, { isApproved: false }, record(null, false)],
  ['a page that is paid after all', {}, { status: 'expired' }, {}, record(end)],
  ['a page of an order that had lost its address', {}, { checkoutSessionId: null }, {}, record(end)],
  ['beside another open page', {}, {}, { others: [other('pending')] }, record(end)],
  ['a second time for the same product', {}, {}, { others: [other('paid')] }, { kind: 'paid-twice' }],
  ['while the first payment is disputed', {}, {}, { others: [other('disputed')] }, { kind: 'paid-twice' }],
  ['a service for the second time', awardPaid, award, { isServiceBought: true }, { kind: 'paid-twice' }],
  ['what is recorded', {}, { status: 'paid' }, { others: [other('paid')] }, { kind: 'recorded' }],
  ['what was refunded since', {}, { status: 'refunded' }, {}, { kind: 'recorded' }],
  ['a page that is open', { status: 'open', paymentStatus: 'unpaid' }, {}, {}, { kind: 'open' }],
  ['a slow payment', { paymentStatus: 'unpaid' }, {}, {}, { kind: 'waiting' }],
  ['a slow payment that differs', { paymentStatus: 'unpaid', currency: 'usd' }, {}, {}, { kind: 'waiting' }],
  ['a page that has expired', { status: 'expired', paymentStatus: 'unpaid' }, {}, {}, expired(true, null)],
  ['an expired page that differs', { status: 'expired', amountTotalPence: 1 }, {}, {}, expired(true, null)],
  ['an expired page of another order', { status: 'expired', id: 'cs_x' }, {}, {}, expired(false, null)],
  ['an open page that differs', { status: 'open', amountTotalPence: 1 }, {}, {}, expired(true, 'amount')],
  ['an open page of another order', { status: 'open', id: 'cs_x' }, {}, {}, expired(false, 'session')],
  ['another session', { id: 'cs_x' }, {}, {}, mismatch('session')],
  ['another order', { orderId: applicationId }, {}, {}, mismatch('order')],
  ['another application', { applicationId: order.id }, {}, {}, mismatch('application')],
  ['another product', {}, award, {}, mismatch('product')],
  ['another currency', { currency: 'usd' }, {}, {}, mismatch('currency')],
  ['another amount', { amountTotalPence: 4800 }, {}, {}, mismatch('amount')],
  ['another discount', { amountDiscountPence: 100 }, {}, {}, mismatch('amount')],
  ['nothing paid for what costs something', { paymentStatus: 'no_payment_required' }, {}, {}, mismatch('amount')],
  ['a renewing product without a period', { currentPeriodEnd: null }, {}, {}, mismatch('subscription')],
  ['an order that is not here', {}, null, {}, { kind: 'unknown-order', applicationId, paidPence: 4900 }],
  ['an order that is not here, open', { status: 'open', paymentStatus: 'unpaid' }, null, {}, { kind: 'unknown' }],
  ['an order that is not here, not paid yet', { paymentStatus: 'unpaid' }, null, {}, { kind: 'unknown' }],
  ["another program's session", { applicationId: null }, null, {}, { kind: 'unknown' }],
]

test.each(cases)('a session for %s', (_, sessionPart, orderPart, books, decision) => {
  const found = orderPart && { ...order, ...orderPart }
  const known = { order: found ?? undefined, isApproved: true, others: [], isServiceBought: false, ...books }
  expect(decideCheckout({ ...session, ...sessionPart }, known)).toEqual(decision)
})

type EndedBy = { payment?: string; dispute?: string; isEarlier?: true }
test.each<[dispute: string, status: Order['status'], endedBy: EndedBy, decision: ReturnType<typeof decideDispute>]>([
  ['needs_response', 'paid', {}, 'disputed'],
  ['needs_response', 'cancelled', {}, 'disputed'],
  ['under_review', 'disputed', {}, 'unchanged'],
  ['needs_response', 'refunded', {}, 'unchanged'],
  ['needs_response', 'paid', { isEarlier: true }, 'noted'],
  ['lost', 'paid', {}, 'refunded'],
  ['lost', 'disputed', { dispute: 'dp_1' }, 'refunded'],
  ['prevented', 'paid', {}, 'refunded'],
  ['lost', 'paid', { isEarlier: true }, 'noted'],
  ['lost', 'refunded', {}, 'unchanged'],
  ['won', 'paid', {}, 'unchanged'],
  ['won', 'disputed', { dispute: 'dp_1' }, 'reinstate'],
  ['won', 'disputed', {}, 'reinstate'],
  ['won', 'refunded', { dispute: 'dp_1' }, 'reinstate'],
  ['won', 'refunded', { dispute: 'dp_2' }, 'unchanged'],
  ['won', 'refunded', { payment: 'pi_1' }, 'unchanged'],
])('a dispute that is %s of an order that is %s %j: %s', (status, orderStatus, endedBy, decision) => {
  const { payment = null, dispute = null, isEarlier = false } = endedBy
  const disputed = { status: orderStatus, endedByPayment: payment, endedByDispute: dispute }
  expect(decideDispute({ id: 'dp_1', status }, disputed, isEarlier)).toBe(decision)
})
