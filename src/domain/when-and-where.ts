import { longDay } from './london-time.ts'

/** When an event is: its day (YYYY-MM-DD) and time (HH:MM) as far as they are known. */
export type When = {
  date: string | null
  time?: string | null
  /** A private service has no date. */
  isPrivate?: boolean
}

/** 'Saturday 23 August 2025, 19:30', as far as it is known. */
export function dateAndTime({ date, time, isPrivate }: When): string {
  if (isPrivate) return 'Clients pick their own dates'
  return date && time ? `${longDay(date)}, ${time}` : longDay(date)
}

/** 'Tarnside Hall, Leeds', without what is missing. */
export function place(venue: string, city: string): string {
  return [venue, city].filter(Boolean).join(', ')
}
