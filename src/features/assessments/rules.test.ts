import { describe, expect, test } from 'bun:test'
import { dayAfter } from '#domain/calendar-day.ts'
import { callEnd, callStart, callTimes } from '#domain/call-times.ts'
import { refusalOf, slotWords } from './rules.ts'

describe('a call’s moment', () => {
  test.each([
    ['in winter', '2026-01-15', '09:00', '2026-01-15T09:00:00.000Z'],
    ['in summer', '2026-07-15', '09:00', '2026-07-15T08:00:00.000Z'],
    ['on the Friday before the clocks go forward', '2026-03-27', '16:00', '2026-03-27T16:00:00.000Z'],
    ['on the Monday after', '2026-03-30', '09:00', '2026-03-30T08:00:00.000Z'],
    ['on the Friday before they go back', '2026-10-23', '16:00', '2026-10-23T15:00:00.000Z'],
    ['on the Monday after that', '2026-10-26', '09:00', '2026-10-26T09:00:00.000Z'],
    ['on the day of the change itself, forward', '2026-03-29', '09:00', '2026-03-29T08:00:00.000Z'],
    ['on the day of the change itself, back', '2026-10-25', '09:00', '2026-10-25T09:00:00.000Z'],
  ] as const)('%s', (_, day, time, moment) => {
    expect(callStart({ day, time }).toISOString()).toBe(moment)
  })

  test('every slot of four years shows its own day and time in London', () => {
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Europe/London',
      dateStyle: 'short',
      timeStyle: 'short',
    })
    for (let day = '2026-01-01'; day < '2030-01-01'; day = dayAfter(day, 1)) {
      for (const time of callTimes) expect(format.format(callStart({ day, time }))).toBe(`${day} ${time}`)
    }
  })

  test('a call lasts a quarter of an hour', () => {
    const slot = { day: '2026-11-24', time: '10:00' } as const
    expect(callEnd(slot).getTime() - callStart(slot).getTime()).toBe(15 * 60_000)
    expect(slotWords(slot)).toBe('Tuesday 24 November 2026 at 10:00')
  })
})

test('the moment a call begins it can no longer be booked', () => {
  const slot = { day: '2026-07-15', time: '10:00' } as const
  expect(refusalOf(slot, new Date('2026-07-15T08:59:59.999Z'))).toBeNull()
  expect(refusalOf(slot, new Date('2026-07-15T09:00:00.000Z'))?.field).toBe('preferredTime')
})
