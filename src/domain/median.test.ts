import { expect, test } from 'bun:test'
import { daysWords } from './median.ts'

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
