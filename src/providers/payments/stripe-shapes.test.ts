import { expect, test } from 'bun:test'
import type Stripe from 'stripe'
import { endsWithPeriod } from './stripe-shapes.ts'

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
