import { longDay } from '#domain/london-time.ts'
import { poundsAndPence } from '#domain/money.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { href } from '#pages.ts'
import { content } from '../content.ts'
import { findTicketType, guestWords, type Reservation, referenceOf } from '../rules.ts'

/** What a person who has reserved gets: the receipt for the day (`YYYY-MM-DD`), and what happens next. */
export function confirmationMail(
  { id, ticketType, guests, totalPence }: Reservation,
  day: string,
  { name, email }: { name: string; email: string },
): MailDraft {
  return {
    kind: 'boxing-reservation',
    causedBy: 'visitor',
    once: `boxing-reservation:${id}`,
    to: { name, email },
    subject: `Your tickets are reserved: ${content.title}`,
    body: [
      { kind: 'paragraph', text: `Hello ${name},` },
      {
        kind: 'paragraph',
        text: `Your tickets are reserved. ${content.reserve.note} We'll be in touch with details shortly.`,
      },
      {
        kind: 'facts',
        facts: [
          { term: 'Reference', details: referenceOf(id) },
          { term: 'Event', details: content.title },
          { term: 'Date', details: longDay(day) },
          { term: 'Place', details: content.venue },
          { term: 'Tickets', details: `${findTicketType(ticketType)!.name} for ${guestWords(guests)}` },
          { term: 'Total', details: poundsAndPence(totalPence) },
        ],
      },
      { kind: 'button', label: 'See the reservation', href: href('boxing', { reservation: id }) },
      { kind: 'paragraph', text: 'To change or cancel it, write to us and quote the reference.' },
    ],
  }
}
