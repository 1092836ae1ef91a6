import { expect, test } from 'bun:test'
import type Stripe from 'stripe'
import { endsWithPeriod, readInvoice, readPayment } from './stripe-shapes.ts'

const periodEnd = 1_800_000_000

test.each([
  ['renews', false, null, false],
  ['was stopped by a call or in the dashboard', true, periodEnd, true],
  ['was stopped in the customer portal', false, periodEnd, true],
  ['ends on a day after the next renewal', false, periodEnd + 1, false],
] as const)('a subscription that %s', (_, cancel_at_period_end, cancel_at, ends) => {
  const items = { data: [{ current_period_end: periodEnd }] }
  expect(endsWithPeriod({ cancel_at_period_end, cancel_at, items } as Stripe.Subscription)).toBe(ends)
})

test.each([
  ['all of it went back', ['succeeded'], { refundedPence: 4_900, isRefunded: true }],
  ['all of it is on its way', ['pending'], { refundedPence: 4_900, isRefunded: true }],
  ['the refund failed', ['failed'], { refundedPence: 0, isRefunded: false }],
  ['a second refund came after one that failed', ['pending', 'failed'], { refundedPence: 4_900, isRefunded: true }],
  ['nothing went back', [], { refundedPence: 0, isRefunded: false }],
])('a payment of which %s', (_, states, expected) => {
  const refunds = { has_more: false, data: states.map((status) => ({ id: 're_1', amount: 4_900, status })) }
  const latest_charge = {
    amount: 4_900,
    amount_refunded: 4_900,
    refunded: true,
    currency: 'gbp',
    disputed: false,
    refunds,
  }
  expect(
    readPayment({ id: 'pi_1', status: 'succeeded', latest_charge } as unknown as Stripe.PaymentIntent),
  ).toMatchObject(expected)
})

test('a bill covers what its lines cover, and one without lines can be read', () => {
  const bill = { id: 'in_1', status: 'paid', currency: 'gbp', parent: null, created: periodEnd, period_end: periodEnd }
  const lines = { data: [{ period: { end: periodEnd } }, { period: { end: periodEnd + 86_400 } }] }
  expect(readInvoice({ ...bill, lines } as Stripe.Invoice).coversUntil).toBe('2027-01-16T08:00:00.000Z')
  expect(readInvoice({ ...bill, lines: { data: [] } } as unknown as Stripe.Invoice)).toMatchObject({
    subscriptionId: null,
  })
})
