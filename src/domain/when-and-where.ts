import { longDay } from './london-time.ts'

/** 'Saturday 23 August 2025, 19:30', as far as it is known. */
export function dateAndTime(event: { date: string | null; time?: string | null; isPrivate?: boolean }): string {
  const { date, time, isPrivate } = event
  if (isPrivate) return 'Clients choose the date'
  return date && time ? `${longDay(date)}, ${time}` : longDay(date)
}

export function place(venue: string, city: string): string {
  return [venue, city].filter(Boolean).join(', ')
}
