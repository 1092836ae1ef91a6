import { expect, test } from 'bun:test'
import { firstMomentOf, lastMomentOf, londonDateOf } from './london-time.ts'

test('a day begins and ends by the clock in London', () => {
  expect([firstMomentOf('2026-12-01'), lastMomentOf('2026-12-01')]).toEqual([
    '2026-12-01T00:00:00.000Z',
    '2026-12-01T23:59:59.999Z',
  ])
  expect([firstMomentOf('2027-07-01'), lastMomentOf('2027-07-01')]).toEqual([
    '2027-06-30T23:00:00.000Z',
    '2027-07-01T22:59:59.999Z',
  ])
})

test('the days on which the clocks change have 23 and 25 hours', () => {
  expect([firstMomentOf('2027-03-28'), lastMomentOf('2027-03-28')]).toEqual([
    '2027-03-28T00:00:00.000Z',
    '2027-03-28T22:59:59.999Z',
  ])
  expect([firstMomentOf('2027-10-31'), lastMomentOf('2027-10-31')]).toEqual([
    '2027-10-30T23:00:00.000Z',
    '2027-10-31T23:59:59.999Z',
  ])
})

test('what holds to the last moment of a day is shown with that day', () => {
  expect(londonDateOf(lastMomentOf('2027-07-01'))).toBe('1 July 2027')
})
