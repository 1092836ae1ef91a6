import type { PromotionDate } from '#domain/promotion-date.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { href } from '#pages.ts'
import type { Services } from '#requests/services.ts'
import { content } from '../content.ts'
import { webinarDetails } from '../rules.ts'
import { joiningAddress } from './joining.ts'
import { webinarCalendar } from './webinar-calendar.ts'

/** What a person who has signed up gets: when and where, the link to join, and the calendar file. */
export function invitationMail(
  signUpId: string,
  when: PromotionDate,
  email: string,
  services: Pick<Services, 'brand' | 'now'>,
): MailDraft {
  return {
    kind: 'webinar-invitation',
    causedBy: 'visitor',
    once: `webinar-invitation:${signUpId}`,
    // The form can name anybody's address: nothing that was typed stands in the mail.
    to: { name: '', email },
    subject: `Your link for the webinar: ${content.title}`,
    body: [
      { kind: 'paragraph', text: 'Hello,' },
      { kind: 'paragraph', text: 'Your place is reserved. This link takes you to the webinar on the day:' },
      { kind: 'button', label: 'Join the webinar', href: joiningAddress },
      { kind: 'facts', facts: webinarDetails(when) },
      { kind: 'paragraph', text: 'Open the attached file to add it to your calendar.' },
      { kind: 'button', label: 'About the webinar', href: href('webinar') },
    ],
    attachments: [calendarAttachment(when, services)],
  }
}

/** The calendar entry of the webinar for those who have signed up: it leads to the webinar itself. */
export function calendarAttachment(
  when: PromotionDate,
  { brand, now }: Pick<Services, 'brand' | 'now'>,
): NonNullable<MailDraft['attachments']>[number] {
  return {
    name: 'webinar.ics',
    contentType: 'text/calendar',
    method: 'PUBLISH',
    content: new TextEncoder().encode(webinarCalendar(when, brand, joiningAddress, now())),
  }
}
