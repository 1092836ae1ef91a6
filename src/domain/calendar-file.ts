export type CalendarEvent = {
  /** The same for ever: a file that is sent again changes the entry instead of adding one. */
  uid: string
  /** Counts the changes to an entry that has been sent out; 0 for the first. */
  sequence: number
  /** ISO times in UTC. */
  startsAt: string
  endsAt: string
  title: string
  description: string
  location: string
  url: string
  organiser: { name: string; email: string }
}

export type CalendarMethod = 'PUBLISH' | 'REQUEST' | 'CANCEL'

/**
 * A calendar file with one event: RFC 5545, its method after RFC 5546. Times are in UTC, which every calendar shows in the
 * reader's own zone.
 *
 * @param stampedAt when the file was made.
 */
export function calendarFile(event: CalendarEvent, method: CalendarMethod, stampedAt: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Event accreditation//Calendar//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${basic(stampedAt.toISOString())}`,
    `DTSTART:${basic(event.startsAt)}`,
    `DTEND:${basic(event.endsAt)}`,
    `SUMMARY:${escaped(event.title)}`,
    `DESCRIPTION:${escaped(event.description)}`,
    `LOCATION:${escaped(event.location)}`,
    `URL:${event.url}`,
    `ORGANIZER;CN="${event.organiser.name.replace(/["\p{Cc}]/gu, '')}":mailto:${event.organiser.email}`,
    `STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** `20250823T170000Z` from an ISO time. */
function basic(isoTime: string): string {
  return new Date(isoTime).toISOString().replace(/[-:]|\.\d+/g, '')
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')
}

/** Lines of at most 75 octets; what follows begins with a blank. A character is never cut in two. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (octets + size > 75) {
      parts.push(part)
      part = ' '
      octets = 1
    }
    part += character
    octets += size
  }
  return [...parts, part].join('\r\n')
}

const encoder = new TextEncoder()
