import { dayAfter } from './calendar-day.ts'
import { londonOffset } from './london-time.ts'

export function firstMomentOf(day: string): string {
  return new Date(`${day}T00:00:00${londonOffset(day, '00:00')}`).toISOString()
}

/** In London: what holds until then shows that day as its last. */
export function lastMomentOf(day: string): string {
  return new Date(Date.parse(firstMomentOf(dayAfter(day, 1))) - 1).toISOString()
}
