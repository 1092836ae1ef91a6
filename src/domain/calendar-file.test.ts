import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type CalendarEvent, calendarFeed, calendarFile } from './calendar-file.ts'

const event: CalendarEvent = {
  uid: 'one@register.example',
  sequence: 2,
  startsAt: '2027-07-01T18:30:00.000Z',
  endsAt: '2027-07-01T20:00:00.000Z',
  title: 'Songs; stories, and a \\ slash',
  description: 'First line\nsecond line',
  location: 'Larkmoor Hall',
  url: 'https://register.example/songs',
  organiser: { name: 'The "Register"', email: 'hello@register.example' },
}
const stamped = new Date('2027-01-02T03:04:05.678Z')

test('the file of an event, line by line', () => {
  expect(calendarFile(event, 'PUBLISH', stamped).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Event accreditation//Calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:one@register.example',
    'SEQUENCE:2',
    'DTSTAMP:20270102T030405Z',
    'DTSTART:20270701T183000Z',
    'DTEND:20270701T200000Z',
    'SUMMARY:Songs\\; stories\\, and a \\\\ slash',
    'DESCRIPTION:First line\\nsecond line',
    'LOCATION:Larkmoor Hall',
    'URL:https://register.example/songs',
    'ORGANIZER;CN="The Register":mailto:hello@register.example',
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('a cancelled event keeps its UID', () => {
  const file = calendarFile({ ...event, sequence: 3 }, 'CANCEL', stamped)
  for (const line of ['METHOD:CANCEL', 'UID:one@register.example', 'SEQUENCE:3', 'STATUS:CANCELLED']) {
    expect(file).toContain(`\r\n${line}\r\n`)
  }
})

test('no text breaks a line, adds one, or loses more than control characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const file = calendarFile({ ...event, description: text.toWellFormed() }, 'PUBLISH', stamped)
      const lines = file.split('\r\n')
      expect(lines.every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true)
      const unfolded = file.replaceAll('\r\n ', '').split('\r\n')
      expect(unfolded).toHaveLength(20)
      const value = unfolded[12]!.slice('DESCRIPTION:'.length)
      const read = value.replace(/\\([\\;,n])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign))
      expect(read).toBe(
        text
          .toWellFormed()
          .replace(/\r\n?/g, '\n')
          .replace(/(?![\n\t])\p{Cc}/gu, ''),
      )
    }),
  )
})

test('a feed holds many events, each of a day or an hour, with its own status and time stamp', () => {
  const { endsAt: _, ...open } = event
  const file = calendarFeed('Songs, of; the year\r\nBEGIN:VALARM', [
    { ...open, stampedAt: stamped, startsAt: '2027-07-01', status: 'CANCELLED' },
    { ...open, uid: 'two@register.example', stampedAt: stamped },
  ])
  const lines = file.split('\r\n')
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2)
  expect(lines).toContain('X-WR-CALNAME:Songs\\, of\\; the year\\nBEGIN:VALARM')
  expect(lines).toContain('DTSTART;VALUE=DATE:20270701')
  expect(lines).toContain('STATUS:CANCELLED')
  expect(lines).toContain('DTSTART:20270701T183000Z')
  expect(lines.filter((line) => line === 'DTSTAMP:20270102T030405Z')).toHaveLength(2)
  expect(file).not.toContain('DTEND')
})

test('who is asked to come stands in the file', () => {
  const file = calendarFile({ ...event, attendees: [{ name: 'A "B"', email: 'a@b.example' }] }, 'REQUEST', stamped)
  expect(file.replaceAll('\r\n ', '')).toContain('RSVP=TRUE;CN="A B":mailto:a@b.example\r\n')
})
