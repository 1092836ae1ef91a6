import type { PromotionDate } from '#domain/promotion-date.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { href } from '#pages.ts'
import type { Services } from '#requests/services.ts'
import { content } from '../content.ts'
import { webinarDetails } from '../rules.ts'
import { calendarAttachment } from './invitation-mail.ts'
import { joiningAddress } from './joining.ts'
import type { SignUpRow } from './queries.ts'

/** What those who have signed up get when the webinar is moved: nothing that anybody typed, the new date, the link again, and the changed calendar entry. */
export function moveMail(
  { id, email }: SignUpRow,
  when: PromotionDate,
  services: Pick<Services, 'brand' | 'now'>,
): MailDraft {
  return {
    kind: 'webinar-moved',
    causedBy: 'staff',
    once: `webinar-moved:${id}:${when.revision}`,
    to: { name: '', email },
    subject: `New date of the webinar: ${content.title}`,
    body: [
      {
        kind: 'paragraph',
        text: 'The webinar that you have signed up for has been moved. Your place is still reserved.',
      },
      { kind: 'facts', facts: webinarDetails(when) },
      { kind: 'button', label: 'Join the webinar', href: joiningAddress },
      { kind: 'paragraph', text: 'Open the attached file to change the date in your calendar.' },
      { kind: 'button', label: 'About the webinar', href: href('webinar') },
    ],
    attachments: [calendarAttachment(when, services)],
  }
}
