import { dayAfter } from './calendar-day.ts'
import type { ClockTime, Day, Instant } from './formats.ts'

/**
 * Whether the clocks are an hour ahead of UTC: from 01:00 UTC of March's last Sunday to that of October's, as the Summer Time Order 2002 has it
 * (www.legislation.gov.uk/uksi/2002/262). By hand, since making a browser's first formatter of dates was the longest step of an entry's hydration.
 */
function isSummerTime(time: number): boolean {
  const year = new Date(time).getUTCFullYear()
  return time >= lastSunday(year, 2) && time < lastSunday(year, 9)
}

/** 01:00 UTC of that day, in milliseconds. @param month from 0. */
function lastSunday(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0, 1))
  return last.getTime() - last.getUTCDay() * 86_400_000
}

/** '2027-07-15T13:05:00.000Z' for 12:05 UTC of that day: what the clocks in London show. */
function londonClock(moment: Date): string {
  const time = moment.getTime()
  return new Date(isSummerTime(time) ? time + 3_600_000 : time).toISOString()
}

/** '+01:00' in summer, '+00:00' in winter. The hour that comes twice in October is winter's; the one left out in March is summer's. */
export function londonOffset(day: Day, time: ClockTime): string {
  // Summer time begins and ends at 01:00 UTC, so the local time read as UTC is on the right side.
  return isSummerTime(Date.parse(`${day}T${time}:00Z`)) ? '+01:00' : '+00:00'
}

export function londonDay(moment: Date): Day {
  return londonClock(moment).slice(0, 10)
}

const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const months = 'January February March April May June July August September October November December'.split(' ')

/** 'Saturday 23 August 2025'; 'Date to be confirmed' without a date. */
export function longDay(day: Day | null): string {
  if (!day) return 'Date to be confirmed'
  return `${weekdays[new Date(day).getUTCDay()]} ${dateText(day)}`
}

function dateText(day: Day): string {
  return `${Number(day.slice(-2))} ${monthName(day.slice(0, -3))}`
}

/** 'August 2025' for '2025-08'. */
export function monthName(month: string): string {
  return `${months[Number(month.slice(-2)) - 1]} ${Number(month.slice(0, -3))}`
}

/** '23 August 2025' in London. */
export function londonDateOf(moment: Instant): string {
  return dateText(londonDay(new Date(moment)))
}

/** '14:05' in London. */
export function londonClockOf(moment: Instant): ClockTime {
  return londonClock(new Date(moment)).slice(11, 16)
}

/** '23 August 2025, 14:05' in London. */
export function londonMomentOf(moment: Instant): string {
  return `${londonDateOf(moment)}, ${londonClockOf(moment)}`
}

export function dayFrom(now: Date, inDays: number | null): Day | null {
  return inDays === null ? null : londonDay(new Date(now.getTime() + inDays * 86_400_000))
}

/** When the clocks in London show this. */
export function londonMoment(day: Day, time: ClockTime): Date {
  return new Date(`${day}T${time}:00${londonOffset(day, time)}`)
}

export function firstMomentOf(day: string): string {
  return londonMoment(day, '00:00').toISOString()
}

/** In London: what holds until then shows that day as its last. */
export function lastMomentOf(day: string): string {
  return new Date(Date.parse(firstMomentOf(dayAfter(day, 1))) - 1).toISOString()
}
