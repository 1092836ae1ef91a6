import { expect, test } from 'bun:test'
import { dayAfter, isDay, yearBefore } from './calendar-day.ts'

test('a day is one that exists and that PostgreSQL can hold', () => {
  expect(['2026-02-28', '2028-02-29', '0001-01-01', '9999-12-31'].every(isDay)).toBe(true)
  const none = ['2026-02-29', '2026-2-1', '', null, undefined, '2026-11-24T00:00', '+02026-11-2', '0000-01-01']
  expect(none.some(isDay)).toBe(false)
})

test('days are counted by the calendar, whatever the clocks do', () => {
  expect(dayAfter('2027-03-27', 2)).toBe('2027-03-29')
  expect(dayAfter('2027-10-31', 1)).toBe('2027-11-01')
  expect(dayAfter('2027-01-01', -1)).toBe('2026-12-31')
})

test('a year before is a day that exists', () => {
  expect([yearBefore('2026-11-18'), yearBefore('2028-02-29')]).toEqual(['2025-11-18', '2027-02-28'])
})
