type Person = { name: string; email: string }

export type CalendarEvent = {
  /** Permanent: a file that is sent again changes the entry instead of adding one. */
  uid: string
  /** Counts the changes to an entry that has been sent; 0 for the first. */
  sequence: number
  /** An `Instant`, or a `Day` for an entry of the whole day. */
  startsAt: string
  endsAt?: string
  title: string
  description: string
  location: string
  url: string
  organiser: Person
  /** Needed for REQUEST and CANCEL. */
  attendees?: Person[]
  /** Left out: cancelled in a file that cancels, otherwise confirmed. */
  status?: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED'
  stampedAt?: Date
}

type CalendarMethod = 'PUBLISH' | 'REQUEST' | 'CANCEL'

/** One event: RFC 5545, its method after RFC 5546, times in UTC. */
export function calendarFile(event: CalendarEvent, method: CalendarMethod, stampedAt: Date): string {
  return written([...opening(method), ...entryLines(event, method, stampedAt), 'END:VCALENDAR'])
}

/** The same events make the same bytes, so each has its own `stampedAt`. Programs read the name of RFC 7986 or its older form. */
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

function basic(isoTime: string): string {
  return new Date(isoTime).toISOString().replace(/[-:]|\.\d+/g, '')
}

function named({ name, email }: Person): string {
  return `CN="${name.replace(/["\p{Cc}]/gu, '')}":mailto:${email}`
}

/** RFC 5545, 3.3.11: control characters are not allowed. */
function escaped(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/(?!\t)\p{Cc}/gu, '')
}

/** Lines of at most 75 octets; the rest begins with a blank. No character is cut in two. */
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

function octetsOf(codePoint: number): number {
  if (codePoint < 0x80) return 1
  if (codePoint < 0x800) return 2
  return codePoint < 0x10000 ? 3 : 4
}
