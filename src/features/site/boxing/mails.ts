import type { Day } from '#domain/formats.ts'
import { longDay } from '#domain/london-time.ts'
import { poundsAndPence } from '#domain/money.ts'
import type { PromotionDate } from '#domain/promotion-date.ts'
import { mail } from '#mail/mail.ts'
import { href } from '#pages.ts'
import { content } from './content.ts'
import { findTicketType, guestWords, referenceOf } from './rules.ts'
import type { Reservation } from './schema.ts'

export const confirmationMail = (
  { id, ticketType, guests, totalPence }: Reservation,
  day: Day,
  { name, email }: { name: string; email: string },
) =>
  mail('boxing-reservation', {
    causedBy: 'visitor',
    once: `boxing-reservation:${id}`,
    to: { name, email },
    subject: `Your tickets are reserved: ${content.title}`,
  })`
    Hello ${name},

    Your tickets are reserved. ${content.note} We'll be in touch with details shortly.

    | Reference: ${referenceOf(id)}
    | Event: ${content.title}
    | Date: ${longDay(day)}
    | Place: ${content.venue}
    | Tickets: ${findTicketType(ticketType)!.name} for ${guestWords(guests)}
    | Total: ${poundsAndPence(totalPence)}

    [See the reservation](${href('boxing', { reservation: id })})

    To change or cancel it, write to us and quote the reference.`

export const moveMail = ({ id, email }: { id: string; email: string }, { day, revision }: PromotionDate) =>
  mail('boxing-moved', {
    causedBy: 'staff',
    once: `boxing-moved:${id}:${revision}`,
    to: { name: '', email },
    subject: `New date: ${content.title}`,
  })`
    The boxing night has a new date. Your tickets are still reserved.

    | Reference: ${referenceOf(id)}
    | Event: ${content.title}
    | New date: ${longDay(day)}
    | Place: ${content.venue}

    [See the reservation](${href('boxing', { reservation: id })})

    If you cannot come on that day, write to us and quote the reference.`
