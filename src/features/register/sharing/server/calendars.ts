import type { Brand } from '#brand.ts'
import { type CalendarEvent, calendarFeed, calendarFile } from '#domain/calendar-file.ts'
import { londonOffset } from '#domain/london-offset.ts'
import { href } from '#pages.ts'
import { entryText } from './entry-text.ts'
import type { SharedRow } from './queries.ts'

type Site = { brand: Brand; publicUrl: string }

/** The calendar file of one entry; null without a date. */
export function entryCalendar(row: SharedRow, site: Site): string | null {
  const event = calendarEvent(row, site)
  return event && calendarFile(event, 'PUBLISH', event.stampedAt)
}

/** The dated entries of a list as a calendar to subscribe to. */
export function listCalendar(name: string, rows: SharedRow[], site: Site): string {
  return calendarFeed(
    `${name} – ${site.brand.shortName}`,
    rows.map((row) => calendarEvent(row, site)).filter((event) => event !== null),
  )
}

/**
 * Where nobody says when an event ends, its file does not either: an entry with a time has a start alone, one without a time takes
 * the whole day. An accreditation that does not stand cancels no event: the description says it in words. Everything comes from the entry, so the same entry makes the same bytes.
 */
function calendarEvent(row: SharedRow, { brand, publicUrl }: Site): (CalendarEvent & { stampedAt: Date }) | null {
  if (!row.date) return null
  const { date, time } = row
  const url = publicUrl + href('event', { slug: row.slug })
  const places = [row.venue, row.address, row.city, row.postcode].filter(Boolean)
  return {
    uid: `${row.id}@${new URL(publicUrl).hostname}`,
    sequence: row.sequence,
    stampedAt: new Date(row.updatedAt),
    startsAt: time ? new Date(`${date}T${time}:00${londonOffset(date, time)}`).toISOString() : date,
    title: row.title,
    description: `${entryText(row)}\n\n${url}`,
    location: [...new Set(places)].join(', '),
    url,
    organiser: { name: brand.name, email: brand.email },
  }
}
