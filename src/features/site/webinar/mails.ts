import type { Brand } from '#brand.ts'
import { calendarFile } from '#domain/calendar-file.ts'
import { type PromotionDate, startOf } from '#domain/promotion-date.ts'
import { mail } from '#mail/mail.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { href } from '#pages.ts'
import type { Services } from '#requests/services.ts'
import { content } from './content.ts'
import { endOf, webinarDetails } from './rules.ts'

/** Emailed to those who signed up, and on no page. */
export const joiningAddress = 'https://meet.beaa.example/ai-for-marketing-and-sales'

type MailServices = Pick<Services, 'brand' | 'now'>

/** The form can name anybody's address, so nothing that was typed is in the email. */
export const invitationMail = (signUpId: string, when: PromotionDate, email: string, services: MailServices) =>
  mail('webinar-invitation', {
    causedBy: 'visitor',
    once: `webinar-invitation:${signUpId}`,
    to: { name: '', email },
    subject: `Your link for the webinar: ${content.title}`,
    attachments: [calendarAttachment(when, services)],
  })`
    Hello,

    Your place is reserved. This link takes you to the webinar on the day:

    [Join the webinar](${joiningAddress})

    ${details(when)}

    Open the attached file to add it to your calendar.

    [About the webinar](${href('webinar')})`

export const moveMail = ({ id, email }: { id: string; email: string }, when: PromotionDate, services: MailServices) =>
  mail('webinar-moved', {
    causedBy: 'staff',
    once: `webinar-moved:${id}:${when.revision}`,
    to: { name: '', email },
    subject: `New date of the webinar: ${content.title}`,
    attachments: [calendarAttachment(when, services)],
  })`
    The webinar that you have signed up for has been moved. Your place is still reserved.

    ${details(when)}

    [Join the webinar](${joiningAddress})

    Open the attached file to change the date in your calendar.

    [About the webinar](${href('webinar')})`

const details = (when: PromotionDate): MailDraft['body'] => [{ kind: 'facts', facts: webinarDetails(when) }]

function calendarAttachment(
  when: PromotionDate,
  { brand, now }: MailServices,
): NonNullable<MailDraft['attachments']>[number] {
  return {
    name: 'webinar.ics',
    contentType: 'text/calendar',
    method: 'PUBLISH',
    content: new TextEncoder().encode(webinarCalendar(when, brand, joiningAddress, now())),
  }
}

/**
 * Emailed and downloaded files have the same UID, so that a calendar keeps one entry, also when the webinar is moved.
 * @param url the page, or for those who signed up the webinar itself.
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
