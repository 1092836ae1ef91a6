import { londonDay } from './london-time.ts'

/** The day in London so many days after `now`, negative before it; null for an event without a day. */
export function dayFrom(now: Date, inDays: number | null): string | null {
  return inDays === null ? null : londonDay(new Date(now.getTime() + inDays * 86_400_000))
}
