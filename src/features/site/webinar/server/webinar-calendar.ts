import type { Brand } from '#brand.ts'
import { calendarFile } from '#domain/calendar-file.ts'
import type { PromotionDate } from '#domain/promotion-date.ts'
import { startOf } from '#domain/promotion-date.ts'
import { content } from '../content.ts'
import { endOf } from '../rules.ts'

/**
 * The webinar as a calendar file. Mailed and downloaded files have the same UID, so that a calendar keeps one
 * entry, also when the webinar is moved.
 *
 * @param url where the entry leads: the page, or for those who signed up the webinar itself.
 */
export function webinarCalendar(when: PromotionDate, brand: Brand, url: string, now: Date): string {
  const startsAt = startOf(when)
  const domain = brand.email.slice(brand.email.indexOf('@') + 1)
  const event = {
    uid: `webinar-${when.firstDay}@${domain}`,
    sequence: when.revision,
    startsAt,
    endsAt: endOf(startsAt),
    title: content.title,
    description: `${content.lead}\n\n${url}`,
    location: 'Online',
    url,
    organiser: { name: brand.name, email: brand.email },
  }
  return calendarFile(event, 'PUBLISH', now)
}
