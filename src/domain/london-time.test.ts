import { expect, test } from 'bun:test'
import { londonClockOf, londonDateOf, londonOffset, longDay, monthName } from './london-time.ts'

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

test('date and time of a moment are those of the time zone database, each hour of two years and around each change of the clocks', () => {
  const timeZone = 'Europe/London'
  const calendar = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'long' })
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  const check = (time: number) => {
    const moment = new Date(time).toISOString()
    expect([moment, londonDateOf(moment), londonClockOf(moment)]).toEqual([
      moment,
      calendar.format(time),
      clock.format(time),
    ])
  }
  for (let time = Date.UTC(2027, 0, 1, 0, 30); time < Date.UTC(2029, 0, 1); time += 3_600_000) check(time)
  for (let year = 1996; year < 2060; year++)
    for (const month of [2, 9])
      for (let day = 24; day <= 31; day++) {
        const change = Date.UTC(year, month, day, 1)
        for (const time of [change - 1, change]) check(time)
      }
})

test('the offset follows the hour in which summer time begins and ends', () => {
  const offset = (text: string) => londonOffset(...(text.split(' ') as [string, string]))
  expect(['2027-01-15 12:00', '2027-03-28 00:59', '2027-10-31 01:30', '2027-10-31 02:00'].map(offset)).toEqual(
    Array(4).fill('+00:00'),
  )
  expect(['2027-07-15 12:00', '2027-03-28 02:00', '2027-10-31 00:59'].map(offset)).toEqual(Array(3).fill('+01:00'))
})
