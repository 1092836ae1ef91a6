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

type CalendarMethod = 'PUBLISH' | 'REQUEST' | 'CANCEL'

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
  let start = 0
  let octets = 0
  let at = 0
  for (const character of line) {
    const size = octetsOf(character.codePointAt(0)!)
    if (octets + size > 75) {
      parts.push(line.slice(start, at))
      start = at
      octets = 1
    }
    octets += size
    at += character.length
  }
  return [...parts, line.slice(start)].join('\r\n ')
}

/** The length of a character in UTF-8. */
function octetsOf(codePoint: number): number {
  if (codePoint < 0x80) return 1
  if (codePoint < 0x800) return 2
  return codePoint < 0x10000 ? 3 : 4
}
