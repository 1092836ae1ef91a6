import { expect, test } from 'bun:test'
import type Stripe from 'stripe'
import { endOfPeriod } from './subscriptions.ts'

const seconds = (iso: string) => Date.parse(iso) / 1000
const after = (start: string, interval: 'month' | 'year', count = 1, anchor = start) =>
  new Date(
    endOfPeriod(seconds(start), { interval, interval_count: count } as Stripe.Price.Recurring, seconds(anchor)) * 1000,
  ).toISOString()

test('a period ends on the same day of the month', () => {
  expect(after('2026-11-21T12:00:00Z', 'year')).toBe('2027-11-21T12:00:00.000Z')
  expect(after('2026-11-21T12:00:00Z', 'month')).toBe('2026-12-21T12:00:00.000Z')
  expect(after('2026-11-21T12:00:00Z', 'month', 3)).toBe('2027-02-21T12:00:00.000Z')
})

test('a month without that day ends on its last day, and the day comes back after it', () => {
  expect(after('2026-01-31T09:00:00Z', 'month')).toBe('2026-02-28T09:00:00.000Z')
  expect(after('2026-02-28T09:00:00Z', 'month', 1, '2026-01-31T09:00:00Z')).toBe('2026-03-31T09:00:00.000Z')
  expect(after('2028-02-29T09:00:00Z', 'year')).toBe('2029-02-28T09:00:00.000Z')
})
