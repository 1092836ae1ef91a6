import { londonDay, londonMoment } from './london-time.ts'

export type PromotionPage = 'boxing' | 'webinar'

export type PromotionDate = {
  day: string
  /** Null for an event announced without a time. */
  time: string | null
  firstDay: string
  revision: number
}

/** Shown above a form that the demonstration keeps open after the event. */
export const tryOutNotice = 'This date has passed; in the demonstration you can still try the form.'

export function isOver(day: string, now: Date): boolean {
  return londonDay(now) > day
}

export function startOf({ day, time }: PromotionDate): string {
  return londonMoment(day, time!).toISOString()
}

export function hasStarted(startsAt: string, now: Date): boolean {
  return now.getTime() >= Date.parse(startsAt)
}

export function isPast(page: PromotionPage, date: PromotionDate, now: Date): boolean {
  return page === 'boxing' ? isOver(date.day, now) : hasStarted(startOf(date), now)
}
