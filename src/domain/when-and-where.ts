import { longDay } from './london-time.ts'

type EventTime = {
  date: string | null
  time?: string | null
  isPrivate?: boolean
}

/** 'Saturday 23 August 2025, 19:30', as far as it is known. */
export function dateAndTime({ date, time, isPrivate }: EventTime): string {
  if (isPrivate) return 'Clients choose the date'
  return date && time ? `${longDay(date)}, ${time}` : longDay(date)
}

export function place(venue: string, city: string): string {
  return [venue, city].filter(Boolean).join(', ')
}
