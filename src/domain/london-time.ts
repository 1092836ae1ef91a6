import type { ClockTime, Day, Instant } from './formats.ts'
import { madeOnce } from './made-once.ts'

const dayFormat = madeOnce(() => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London', dateStyle: 'short' }))

let today = { until: 0, from: 0, day: '' }

export function londonDay(moment: Date): Day {
  const time = moment.getTime()
  // Every page asks for the day: the answer is kept for its minute.
  if (time >= today.from && time < today.until) return today.day
  const from = Math.floor(time / 60_000) * 60_000
  today = { from, until: from + 60_000, day: dayFormat().format(moment) }
  return today.day
}

// Written out, since making a browser's first formatter of dates is the longest step of an entry's hydration.
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
  const time = new Date(moment)
  // Before 23:00 the day in London is that of UTC, which needs no formatter.
  return dateText(time.getUTCHours() === 23 ? dayFormat().format(time) : time.toISOString().slice(0, 10))
}

const clockFormat = madeOnce(
  () => new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', hour: '2-digit', minute: '2-digit' }),
)

/** '14:05' in London. */
export function londonClockOf(moment: Instant): ClockTime {
  return clockFormat().format(new Date(moment))
}

export function dayFrom(now: Date, inDays: number | null): Day | null {
  return inDays === null ? null : londonDay(new Date(now.getTime() + inDays * 86_400_000))
}
