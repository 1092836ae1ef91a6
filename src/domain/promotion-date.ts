import { londonOffset } from './london-offset.ts'
import { londonDay } from './london-time.ts'

/** The two pages that promote one event of the authority's own. */
export type PromotionPage = 'boxing' | 'webinar'

/** When such an event takes place, as an admin has set it. Day (`YYYY-MM-DD`) and time (`HH:MM`) are London's. */
export type PromotionDate = {
  day: string
  /** Null for an event that is announced without a time. */
  time: string | null
  /** The day that it was first announced for, which stays when it is moved. */
  firstDay: string
  /** Goes up with every change. */
  revision: number
}

/** Stands above a form that the demonstration keeps open for an event that is over. */
export const tryOutNotice = 'This date has passed; in the demonstration you can still try the form.'

/** Whether the event's day in London (`YYYY-MM-DD`) has ended: from then on only the demonstration takes reservations. */
export function isOver(day: string, now: Date): boolean {
  return londonDay(now) > day
}

/** When the webinar starts, as an ISO time in UTC. */
export function startOf({ day, time }: PromotionDate): string {
  // The database has a time for every date of the webinar.
  return new Date(`${day}T${time}:00${londonOffset(day, time!)}`).toISOString()
}

/** Whether it has started (`startsAt`: ISO): from then on only the demonstration takes sign-ups. */
export function hasStarted(startsAt: string, now: Date): boolean {
  return now.getTime() >= Date.parse(startsAt)
}

/** Whether an event has begun that is announced for a time, or the day of one without a time has ended. */
export function isPast(page: PromotionPage, date: PromotionDate, now: Date): boolean {
  return page === 'boxing' ? isOver(date.day, now) : hasStarted(startOf(date), now)
}
