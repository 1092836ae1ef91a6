import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type CalendarEvent, calendarFile } from './calendar-file.ts'

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

test('no text breaks a line, adds one, or loses a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const file = calendarFile({ ...event, description: text.toWellFormed() }, 'PUBLISH', stamped)
      const lines = file.split('\r\n')
      expect(lines.every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true)
      const unfolded = file.replaceAll('\r\n ', '').split('\r\n')
      expect(unfolded).toHaveLength(20)
      const value = unfolded[12]!.slice('DESCRIPTION:'.length)
      const read = value.replace(/\\([\\;,n])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign))
      expect(read).toBe(text.toWellFormed().replace(/\r\n?/g, '\n'))
    }),
  )
})
