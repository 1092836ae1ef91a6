import type { ClockTime, Day, Instant } from './formats.ts'
import { madeOnce } from './made-once.ts'

const date = { day: 'numeric', month: 'long', year: 'numeric' } as const
const dayFormat = madeOnce(() => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London', dateStyle: 'short' }))
const longFormat = madeOnce(() => new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'long', ...date }))
const longLondonFormat = madeOnce(() => new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', ...date }))

let today = { until: 0, from: 0, day: '' }

export function londonDay(moment: Date): Day {
  const time = moment.getTime()
  // Every page asks for the day: the answer is kept for its minute.
  if (time >= today.from && time < today.until) return today.day
  const from = Math.floor(time / 60_000) * 60_000
  today = { from, until: from + 60_000, day: dayFormat().format(moment) }
  return today.day
}

const keptDays = new Map<string, string>()

/** 'Saturday 23 August 2025'; 'Date to be confirmed' without a date. */
export function longDay(day: Day | null): string {
  if (!day) return 'Date to be confirmed'
  let text = keptDays.get(day)
  if (!text) {
    text = longFormat()
      .format(new Date(`${day}T00:00:00Z`))
      .replace(',', '')
    if (keptDays.size > 5000) keptDays.clear()
    keptDays.set(day, text)
  }
  return text
}

/** '23 August 2025' in London. */
export function londonDateOf(moment: Instant): string {
  return longLondonFormat().format(new Date(moment))
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
