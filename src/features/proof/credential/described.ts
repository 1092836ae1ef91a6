import type { Day } from '#domain/formats.ts'
import { longDay } from '#domain/london-time.ts'
import { place } from '#domain/when-and-where.ts'

type DescribedEvent = { title: string; organiser: string; date: Day | null; venue: string; city: string }

/** How a credential describes its event. A proof of the log is held against it, so files that were handed out need the form to stay. */
export function descriptionOf({ title, organiser, date, venue, city }: DescribedEvent): string {
  const when = date ? `, on ${longDay(date)}` : ''
  const where = place(venue, city)
  return `${title}, by ${organiser}${when}${where ? `, ${where}` : ''}.`
}
