type Person = { name: string; email: string }

export type CalendarEvent = {
  /** The same for ever: a file that is sent again changes the entry instead of adding one. */
  uid: string
  /** Counts the changes to an entry that has been sent out; 0 for the first. */
  sequence: number
  /** ISO time in UTC, or YYYY-MM-DD for an entry that takes the whole day. */
  startsAt: string
  /** ISO time in UTC; left out where nobody has said when it ends. */
  endsAt?: string
  title: string
  description: string
  location: string
  url: string
  organiser: Person
  /** Who is asked to come; needed for REQUEST and CANCEL. */
  attendees?: Person[]
  /** When nothing is said: cancelled in a file that cancels, otherwise confirmed. */
  status?: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED'
  /** When this version of the entry came about; the time of the file when left out. */
  stampedAt?: Date
}

export type CalendarMethod = 'PUBLISH' | 'REQUEST' | 'CANCEL'

/**
 * A calendar file with one event: RFC 5545, its method after RFC 5546. Times are in UTC, which every calendar shows in the
 * reader's own zone.
 *
 * @param stampedAt when the file was made.
 */
export function calendarFile(event: CalendarEvent, method: CalendarMethod, stampedAt: Date): string {
  return written([...opening(method), ...entryLines(event, method, stampedAt), 'END:VCALENDAR'])
}

/**
 * A calendar to subscribe to, with any number of events.
 *
 * @param name shown by the reader's program (RFC 7986, and the older name that most programs read).
 * @param events each with its own `stampedAt`, so that the same events make the same bytes.
 */
export function calendarFeed(name: string, events: (CalendarEvent & { stampedAt: Date })[]): string {
  return written([
    ...opening('PUBLISH'),
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'X-WR-TIMEZONE:Europe/London',
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    ...events.flatMap((event) => entryLines(event, 'PUBLISH', event.stampedAt)),
    'END:VCALENDAR',
  ])
}

function opening(method: CalendarMethod): string[] {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Event accreditation//Calendar//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
  ]
}

function entryLines(event: CalendarEvent, method: CalendarMethod, stampedAt: Date): string[] {
  const { startsAt, endsAt, organiser, attendees = [] } = event
  const status = event.status ?? (method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED')
  const isWholeDay = !startsAt.includes('T')
  return [
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${basic((event.stampedAt ?? stampedAt).toISOString())}`,
    isWholeDay ? `DTSTART;VALUE=DATE:${startsAt.replaceAll('-', '')}` : `DTSTART:${basic(startsAt)}`,
    ...(endsAt ? [`DTEND:${basic(endsAt)}`] : []),
    `SUMMARY:${escaped(event.title)}`,
    `DESCRIPTION:${escaped(event.description)}`,
    `LOCATION:${escaped(event.location)}`,
    `URL:${event.url}`,
    `ORGANIZER;${named(organiser)}`,
    ...attendees.map((one) => `ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;${named(one)}`),
    `STATUS:${status}`,
    'END:VEVENT',
  ]
}

function written(lines: string[]): string {
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** `20250823T170000Z` from an ISO time. */
function basic(isoTime: string): string {
  return new Date(isoTime).toISOString().replace(/[-:]|\.\d+/g, '')
}

/** Name and address; a quoted name can hold neither quotes nor control characters. */
function named({ name, email }: Person): string {
  return `CN="${name.replace(/["\p{Cc}]/gu, '')}":mailto:${email}`
}

/** Text as RFC 5545 has it; control characters have no place in one (3.3.11). */
function escaped(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/(?!\t)\p{Cc}/gu, '')
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
