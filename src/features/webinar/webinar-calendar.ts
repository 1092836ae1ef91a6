import type { Brand } from '../../brand.ts'
import { calendarFile } from '../../domain/calendar-file.ts'
import { content } from './content.ts'
import { endsAt } from './rules.ts'

/**
 * The webinar as a calendar file. Mailed and downloaded files have the same UID, so that a calendar keeps one entry.
 *
 * @param url where the entry leads: the page, or for those who signed up the webinar itself.
 */
export function webinarCalendar(brand: Brand, url: string, now: Date): string {
  const domain = brand.email.slice(brand.email.indexOf('@') + 1)
  const event = {
    uid: `webinar-${content.startsAt.slice(0, 10)}@${domain}`,
    sequence: content.sequence,
    startsAt: content.startsAt,
    endsAt: endsAt(),
    title: content.title,
    description: `${content.lead}\n\n${url}`,
    location: 'Online',
    url,
    organiser: { name: brand.name, email: brand.email },
  }
  return calendarFile(event, 'PUBLISH', now)
}
