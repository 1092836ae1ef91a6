import postgres from 'postgres'
import { lockKeys } from '#database/lock-keys.ts'
import type { Transaction } from '#database/sql.ts'
import { mailboxKey } from '#domain/mail-address.ts'
import { isOver } from '#domain/promotion-date.ts'
import { readContentFlags } from '#features/claims/server/content-flags.ts'
import { readClaims } from '#features/claims/server/read-claims.ts'
import { holdPromotionDate, readPromotionDate } from '#features/site/server/promotion-dates.ts'
import { waitForAddress } from '#mail/confirm-address.ts'
import { queueAddressConfirmation } from '#mail/queue-address-confirmation.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { answer, command } from '#requests/command.ts'
import type { Services } from '#requests/services.ts'
import type { Visitor } from '#requests/visitor.ts'
import { honeypotName } from '#ui/honeypot-field.tsx'
import { type Failure, failure, isFailure } from '#wire/failure.ts'
import { content } from '../content.ts'
import {
  confirmHours,
  findTicketType,
  guestWords,
  maxSeats,
  type Reservation,
  referenceOf,
  totalPence,
} from '../rules.ts'
import { type ReservationRequest, reservationAnswer, reservationSchema } from '../schema.ts'
import { confirmationMail } from './confirmation-mail.ts'
import { countHeldSeats, findReservationByKey, type ReservationRow, reserveSeats } from './queries.ts'

export const reserveBoxingTickets = command({
  permission: 'anyone',
  summary: 'Reserve tickets for the boxing night',
  description:
    'Prices come from our catalogue. If you repeat a submissionKey, the answer is the same reservation (200 instead of 201).',
  schema: reservationSchema,
  answers: { 200: reservationAnswer, 201: reservationAnswer },
  failures: {
    conflict:
      'There are too few seats, one email address or visitor has reserved too many, the day has passed, or reservations are closed.',
  },
  limit: { name: 'boxing-reservations', points: 60, seconds: 600 },
  run: async ({ input, visitor, services }) => {
    const reserved = await reserveTickets(services, visitor, input)
    if (isFailure(reserved)) return reserved
    const { reservation, created } = reserved
    return answer({ ...reservation, reference: referenceOf(reservation.id) }, { status: created ? 201 : 200 })
  },
})

/**
 * Reserves seats for a whole party, or none: the database counts them, so that parallel reservations cannot take more than
 * there are. The receipt is mailed with it where the address is confirmed; otherwise the mail asks to confirm it, and the reservation is
 * released after 24 hours (`confirm-reservations.ts`). A submission key sent again answers the reservation that it made before.
 *
 * @returns `conflict` when the day has passed (the demonstration goes on), while the admin area has reservations closed, when too few seats are left, or one
 *   mailbox or visitor would hold more than ten.
 */
async function reserveTickets(
  services: Services,
  visitor: Visitor,
  request: ReservationRequest,
): Promise<{ reservation: Reservation; created: boolean } | Failure> {
  const { sql, env, now } = services
  const { guests, ticketType, name, email, phone, submissionKey = null } = request
  const total = totalPence(ticketType, guests)
  if (request[honeypotName]) {
    // No person fills in the hidden field: the program is told what it hopes for, and nothing is stored.
    const reservation = { id: crypto.randomUUID(), ticketType, guests, totalPence: total }
    return { reservation: { ...reservation, confirmBy: null, isReleased: false }, created: true }
  }
  const before = submissionKey && (await findReservationByKey(sql, { submissionKey }))[0]
  if (before) return { reservation: reservationOf(before), created: false }
  const { day: announced } = await readPromotionDate(sql, 'boxing')
  if ((await readClaims(services, ['boxing-event']))['boxing-event'].length === 0)
    return failure('conflict', content.notAnnounced.text)
  if (isOver(announced, now()) && env.mode !== 'demo')
    return failure('conflict', 'Reservations for this event have ended.')
  if (!(await readContentFlags(sql)).boxing) return failure('conflict', content.closed.text)

  const mailbox = mailboxKey(email)
  const { seats, name: typeName } = findTicketType(ticketType)!
  try {
    const reservation = await sql.begin(async (transaction) => {
      const { day } = await holdPromotionDate(transaction, 'boxing')
      const isConfirmed = await waitForAddress(transaction, email)
      if (!(await maySit(transaction, day, mailbox, visitor.address, guests))) return failure('conflict', tooMany)
      const [row] = await reserveSeats(transaction, {
        day,
        ticketType,
        guests,
        capacity: seats,
        totalPence: total,
        name,
        email,
        phone,
        submissionKey,
        mailbox,
        visitor: visitor.address,
        confirmBy: isConfirmed ? null : new Date(now().getTime() + confirmHours * 3_600_000).toISOString(),
      })
      if (!row) return null
      if (isConfirmed) await queueMail(transaction, confirmationMail(reservationOf(row), day, request), services)
      else await queueAddressConfirmation(transaction, { email, reason: 'boxing' }, services)
      return reservationOf(row)
    })
    if (reservation && !isFailure(reservation)) return { reservation, created: true }
    // The first of two clicks may have taken what the second then finds missing.
    const [first] = submissionKey ? await findReservationByKey(sql, { submissionKey }) : []
    if (first) return { reservation: reservationOf(first), created: false }
    return (
      reservation ?? failure('conflict', `There are not enough ${typeName} tickets left for ${guestWords(guests)}.`)
    )
  } catch (problem) {
    if (!isRepeated(problem)) throw problem
    const [first] = await findReservationByKey(sql, { submissionKey: submissionKey! })
    return { reservation: reservationOf(first!), created: false }
  }
}

const tooMany = `At most ${maxSeats} seats can be reserved with one email address or from one network. For more, write to us.`

/** Whether so many more are within what one mailbox and one visitor may hold; until the transaction ends nobody else takes for either. */
async function maySit(
  transaction: Transaction,
  day: string,
  mailbox: string,
  visitor: string,
  guests: number,
): Promise<boolean> {
  await lockKeys(transaction, { keys: [`seats ${mailbox}`, `seats ${visitor}`] })
  const [held] = await countHeldSeats(transaction, { day, mailbox, visitor })
  return Math.max(held!.by_mailbox, held!.by_visitor) + guests <= maxSeats
}

function isRepeated(problem: unknown): boolean {
  return problem instanceof postgres.PostgresError && problem.constraint_name === 'boxing_reservations_once'
}

/** A reservation as its receipt shows it. */
export function reservationOf(row: ReservationRow): Reservation {
  const { id, ticket_type: ticketType, guests, total_pence: totalPence, confirm_by: confirmBy } = row
  return { id, ticketType, guests, totalPence, confirmBy, isReleased: row.released_at !== null }
}
