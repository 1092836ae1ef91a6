import { expect, test } from 'bun:test'
import { dayAfter } from './calendar-day.ts'
import {
  confirmationDue,
  confirmedUntil,
  coolingOffUntil,
  nextEditionDay,
  refundDueBy,
  refundOnCancelling,
  remindedUntil,
  renewalDay,
  startDay,
  termEnd,
  withGrace,
  withRetries,
} from './listing-term.ts'
import { londonDay } from './london-time.ts'

test.each([
  ['2026-11-21T12:00:00.000Z', 'year', '2027-11-21T12:00:00.000Z'],
  // Leap years.
  ['2028-02-29T12:00:00.000Z', 'year', '2029-02-28T12:00:00.000Z'],
  ['2027-02-28T12:00:00.000Z', 'year', '2028-02-28T12:00:00.000Z'],
  ['2027-03-01T00:30:00.000Z', 'year', '2028-03-01T00:30:00.000Z'],
  ['2026-11-21T12:00:00.000Z', 'month', '2026-12-21T12:00:00.000Z'],
  ['2026-12-31T12:00:00.000Z', 'month', '2027-01-31T12:00:00.000Z'],
  ['2027-01-31T12:00:00.000Z', 'month', '2027-02-28T12:00:00.000Z'],
  ['2026-10-31T12:00:00.000Z', 'month', '2026-11-30T12:00:00.000Z'],
  ['2028-01-31T12:00:00.000Z', 'month', '2028-02-29T12:00:00.000Z'],
] as const)('what is paid at %s for a %s ends at %s', (start, interval, end) => {
  expect(termEnd(start, interval)).toBe(end)
})

test('the day of the next charge is the day in London, also where the clocks change in between', () => {
  expect(renewalDay(new Date('2026-11-21T12:00:00Z'), 'year')).toBe('2027-11-21')
  // 00:30 on 1 July in London.
  expect(renewalDay(new Date('2026-06-30T23:30:00Z'), 'year')).toBe('2027-07-01')
  // Paid on 28 March, in winter time; a year later summer time began on that day, so it is charged on the 29th.
  expect(renewalDay(new Date('2026-03-28T23:30:00Z'), 'year')).toBe('2027-03-29')
  expect(renewalDay(new Date('2026-10-10T23:30:00Z'), 'month')).toBe('2026-11-10')
})

test('cooling-off ends with the 14th day after the payment, in London', () => {
  expect(coolingOffUntil('2026-11-21T12:00:00.000Z')).toBe('2026-12-05T23:59:59.999Z')
  // Across the changes of the clocks.
  expect(coolingOffUntil('2027-03-20T23:59:00.000Z')).toBe('2027-04-03T22:59:59.999Z')
  expect(coolingOffUntil('2027-10-20T22:59:00.000Z')).toBe('2027-11-03T23:59:59.999Z')
  // After midnight in London.
  expect(coolingOffUntil('2027-06-30T23:30:00.000Z')).toBe('2027-07-15T22:59:59.999Z')
  expect(coolingOffUntil('2028-02-20T12:00:00.000Z')).toBe('2028-03-05T23:59:59.999Z')
  expect(refundDueBy('2027-06-30T23:30:00.000Z')).toBe('2027-07-15')
})

test('a first payment goes back whole, and a renewal less the days since it was paid', () => {
  const first = {
    interval: 'year',
    startsNow: false,
    paidPence: 4900,
    paidAt: '2026-11-21T12:00:00.000Z',
    until: '2027-11-21T12:00:00.000Z',
    isRenewal: false,
  } as const
  expect(refundOnCancelling(first, new Date('2026-12-05T23:59:00Z'))).toBe(4900)
  expect(refundOnCancelling(first, new Date('2026-12-06T00:00:00Z'))).toBeNull()
  const renewed = { ...first, paidAt: '2027-11-21T13:00:00.000Z', until: '2028-11-21T12:00:00.000Z', isRenewal: true }
  expect(refundOnCancelling(renewed, new Date('2027-11-21T20:00:00Z'))).toBe(4900)
  // 10 of 366 days: 29 February 2028 is one of them.
  expect(refundOnCancelling(renewed, new Date('2027-12-01T09:00:00Z'))).toBe(Math.ceil((4900 * 356) / 366))
  expect(refundOnCancelling(renewed, new Date('2027-12-05T23:59:00Z'))).toBe(Math.ceil((4900 * 352) / 366))
  expect(refundOnCancelling(renewed, new Date('2027-12-06T00:00:00Z'))).toBeNull()
  expect(refundOnCancelling({ ...first, paidPence: 0 }, new Date('2026-11-22T12:00:00Z'))).toBeNull()
})

const month = { interval: 'month', paidPence: 25_900, isRenewal: false, startsNow: true } as const

test.each([
  ['2026-11-21T12:00:00.000Z', 0, 30],
  ['2026-11-21T12:00:00.000Z', 14, 30],
  // February of a leap year and of another one; the months in which the clocks change, a day longer and shorter in London; after midnight in London.
  ['2028-02-10T12:00:00.000Z', 14, 29],
  ['2027-02-10T12:00:00.000Z', 14, 28],
  ['2028-01-31T12:00:00.000Z', 10, 29],
  ['2027-03-20T23:30:00.000Z', 14, 32],
  ['2027-10-20T23:30:00.000Z', 14, 30],
  ['2027-06-30T23:30:00.000Z', 1, 30],
])('a month that is paid at %s and begun at once costs %i of its %i days', (paidAt, used, days) => {
  const term = { ...month, paidAt, until: termEnd(paidAt, 'month') }
  const on = new Date(Date.parse(`${dayAfter(londonDay(new Date(paidAt)), used)}T12:00:00Z`))
  expect(refundOnCancelling(term, on)).toBe(Math.ceil((25_900 * (days - used)) / days))
  expect(refundOnCancelling({ ...term, startsNow: false }, on)).toBe(25_900)
  expect(refundOnCancelling({ ...term, isRenewal: true }, on)).toBeNull()
  expect(refundOnCancelling(term, new Date(coolingOffUntil(paidAt)))).toBe(Math.ceil((25_900 * (days - 14)) / days))
  expect(refundOnCancelling(term, new Date(Date.parse(coolingOffUntil(paidAt)) + 1))).toBeNull()
  expect(startDay(paidAt)).toBe(londonDay(new Date(Date.parse(coolingOffUntil(paidAt)) + 1)))
})

test('reminders, grace and the time to confirm', () => {
  const now = new Date('2027-10-22T12:00:00Z')
  expect(remindedUntil(now, 30)).toBe('2027-11-21T12:00:00.000Z')
  expect(withGrace('2027-11-21T12:00:00.000Z')).toBe('2027-11-22T12:00:00.000Z')
  expect(withRetries('2027-11-21T12:00:00.000Z')).toBe('2027-12-13T12:00:00.000Z')
  expect(withRetries('2027-11-21T12:00:00.000Z', '2027-11-21T13:00:00.000Z')).toBe('2027-12-13T12:00:00.000Z')
  // A bank debit was refused a week later: the provider begins to try then.
  expect(withRetries('2027-11-21T12:00:00.000Z', '2027-11-28T12:00:00.000Z')).toBe('2027-12-20T12:00:00.000Z')
  // In London 60 days, although the clocks change.
  expect(confirmedUntil(new Date('2027-09-21T22:59:00Z'))).toBe('2027-11-20T23:59:59.999Z')
  expect(confirmedUntil(new Date('2027-09-21T23:00:00Z'))).toBe('2027-11-21T23:59:59.999Z')
  expect(confirmationDue('2027-11-21T12:00:00.000Z', new Date('2027-09-22T12:00:00Z'))).toBe('2027-11-21T12:00:00.000Z')
  // Asked late, there is time all the same.
  expect(confirmationDue('2027-11-21T12:00:00.000Z', new Date('2027-11-18T12:00:00Z'))).toBe('2027-12-18T00:00:00.000Z')
})

test('the next edition is first guessed on the same weekday', () => {
  expect(nextEditionDay('2027-07-10', '2027-08-01')).toBe('2028-07-08')
  expect(nextEditionDay('2025-07-12', '2027-08-01')).toBe('2028-07-08')
})
