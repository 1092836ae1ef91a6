import { dayAfter } from './calendar-day.ts'
import { londonOffset } from './london-time.ts'

type CalendarLink = {
  title: string
  date: string
  time: string | null
  place: string
  url: string
}

export const calendarLinks = {
  'Google Calendar': googleLink,
  'Outlook.com': (event: CalendarLink) => outlookLink('outlook.live.com', event),
  'Outlook for work or school': (event: CalendarLink) => outlookLink('outlook.office.com', event),
} as const

/** Google needs an end, which the register does not know: an hour, as for entries made by hand. */
function googleLink({ title, date, time, place, url }: CalendarLink): string {
  const basic = (text: string) => text.replace(/[-:]|\.\d+/g, '')
  const [from, to] = time ? [startOf(date, time), hourAfter(startOf(date, time))] : [date, dayAfter(date, 1)]
  const query = { action: 'TEMPLATE', text: title, dates: `${basic(from)}/${basic(to)}`, location: place, details: url }
  return `https://calendar.google.com/calendar/render?${queryOf(query)}`
}

function outlookLink(host: string, { title, date, time, place, url }: CalendarLink): string {
  const query = {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: time ? startOf(date, time) : date,
    ...(time ? {} : { enddt: dayAfter(date, 1), allday: 'true' }),
    location: place,
    body: url,
  }
  return `https://${host}/calendar/0/deeplink/compose?${queryOf(query)}`
}

function startOf(date: string, time: string): string {
  return new Date(`${date}T${time}:00${londonOffset(date, time)}`).toISOString()
}

function hourAfter(moment: string): string {
  return new Date(Date.parse(moment) + 3_600_000).toISOString()
}

/** Blanks as %20: Outlook shows a plus as it is. */
function queryOf(query: Record<string, string>): string {
  return Object.entries(query)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
}
