import { expect, test } from 'bun:test'
import { daysWords, shareWords, yearBefore } from './rules.ts'

test('days are told in days, and below one in hours', () => {
  expect([0.01, 0.05, 0.5, 1, 3.46, 12].map(daysWords)).toEqual([
    'less than 1 hour',
    '1 hour',
    '12 hours',
    '1 day',
    '3.5 days',
    '12 days',
  ])
})

test('a share is not rounded up to all or down to none', () => {
  expect(shareWords({ cases: 9, of: 10 })).toBe('90%')
  expect(shareWords({ cases: 999, of: 1000 })).toBe('over 99%')
  expect(shareWords({ cases: 1, of: 1000 })).toBe('under 1%')
  expect([shareWords({ cases: 10, of: 10 }), shareWords({ cases: 0, of: 10 })]).toEqual(['100%', '0%'])
})

test('a year before is a day that exists', () => {
  expect([yearBefore('2026-11-18'), yearBefore('2028-02-29')]).toEqual(['2025-11-18', '2027-02-28'])
})
