import { expect, test } from 'bun:test'
import { calendarLinks } from './event-actions.tsx'

const event = {
  title: 'Food & Drink +1',
  date: '2027-07-03',
  time: '19:30',
  place: 'The Gasworks, London',
  url: 'https://register.example/events/food-drink',
}
const google = (given: Partial<typeof event> | { time: null }) =>
  new URL(calendarLinks['Google Calendar']({ ...event, ...given })).searchParams
const outlook = (given: Partial<typeof event> | { time: null }) =>
  new URL(calendarLinks['Outlook.com']({ ...event, ...given })).searchParams

test('a time is told in UTC, and a day without a time as the whole day', () => {
  expect(google({}).get('dates')).toBe('20270703T183000Z/20270703T193000Z')
  expect(google({ date: '2027-12-31', time: null } as never).get('dates')).toBe('20271231/20280101')
  expect(outlook({}).get('startdt')).toBe('2027-07-03T18:30:00.000Z')
  expect(outlook({}).has('enddt')).toBe(false)
  const day = outlook({ date: '2027-12-31', time: null } as never)
  expect([day.get('startdt'), day.get('enddt'), day.get('allday')]).toEqual(['2027-12-31', '2028-01-01', 'true'])
})

test('texts arrive as they are, and what is not known is left out', () => {
  for (const query of [google({}), outlook({})]) {
    expect(query.get('text') ?? query.get('subject')).toBe('Food & Drink +1')
    expect(query.get('details') ?? query.get('body')).toBe(event.url)
    expect(query.get('location')).toBe(event.place)
  }
  expect(google({ place: '' }).has('location')).toBe(false)
  expect(calendarLinks['Outlook for work or school'](event)).toStartWith('https://outlook.office.com/calendar/')
  expect(calendarLinks['Outlook.com'](event)).not.toContain('+')
})
