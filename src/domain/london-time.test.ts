import { expect, test } from 'bun:test'
import { londonDateOf, longDay, monthName } from './london-time.ts'

test('days and months are written as the calendar of en-GB has them', () => {
  const calendar = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'full' })
  for (let day = Date.UTC(2027, 11, 1); day < Date.UTC(2029, 2, 3); day += 86_400_000) {
    const written = calendar.format(day).replace(',', '')
    const text = new Date(day).toISOString()
    expect(longDay(text.slice(0, 10))).toBe(written)
    expect(written).toEndWith(monthName(text.slice(0, 7)))
  }
  expect(longDay(null)).toBe('Date to be confirmed')
})

test('the date of a moment is that of the clocks in London, also in the hour before midnight', () => {
  const calendar = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', dateStyle: 'long' })
  for (let time = Date.UTC(2027, 0, 1, 0, 30); time < Date.UTC(2029, 0, 1); time += 3_600_000)
    expect(londonDateOf(new Date(time).toISOString())).toBe(calendar.format(time))
})
