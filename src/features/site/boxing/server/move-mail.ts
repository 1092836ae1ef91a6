import { longDay } from '#domain/london-time.ts'
import type { PromotionDate } from '#domain/promotion-date.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { href } from '#pages.ts'
import { content } from '../content.ts'
import { referenceOf } from '../rules.ts'
import type { ReservedFor } from './queries.ts'

/** What those who have reserved get when the evening is moved. Nothing that anybody typed is in it. */
export function moveMail({ id, email }: ReservedFor, when: PromotionDate): MailDraft {
  return {
    kind: 'boxing-moved',
    causedBy: 'staff',
    once: `boxing-moved:${id}:${when.revision}`,
    to: { name: '', email },
    subject: `New date: ${content.title}`,
    body: [
      {
        kind: 'paragraph',
        text: 'The boxing night has a new date. Your tickets are still reserved.',
      },
      {
        kind: 'facts',
        facts: [
          { term: 'Reference', details: referenceOf(id) },
          { term: 'Event', details: content.title },
          { term: 'New date', details: longDay(when.day) },
          { term: 'Place', details: content.venue },
        ],
      },
      { kind: 'button', label: 'See the reservation', href: href('boxing', { reservation: id }) },
      { kind: 'paragraph', text: 'If you cannot come on that day, write to us and quote the reference.' },
    ],
  }
}
