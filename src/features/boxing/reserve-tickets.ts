import postgres from 'postgres'
import { readContentFlags } from '../../database/content-flags.ts'
import { holdPromotionDate, readPromotionDate } from '../../database/promotion-dates.ts'
import type { RateLimit } from '../../database/rate-limit.ts'
import type { Services } from '../../services.ts'
import { decoyName } from '../../ui/decoy-field.tsx'
import { type Failure, failure } from '../../wire/failure.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { confirmationMail } from './confirmation-mail.ts'
import { content } from './content.ts'
import { findReservationByKey, type ReservationRow, reserveSeats } from './queries.ts'
import { findTicketType, guestWords, isOver, type Reservation, totalPence } from './rules.ts'
import type { ReservationRequest } from './schema.ts'

/** One allowance for the call and for the page's own post. */
export const reservationLimit: RateLimit = { name: 'boxing-reservations', points: 60, seconds: 600 }

/**
 * Reserves seats for a whole party, or none: the database counts them, so that parallel reservations cannot take more than
 * there are. The confirmation is mailed with it. A submission key sent again answers the reservation that it made before.
 *
 * @returns `conflict` when the day has passed (the demonstration goes on), while the desk has reservations closed, or when too few seats are left.
 */
export async function reserveTickets(
  services: Pick<Services, 'sql' | 'brand' | 'env' | 'now'>,
  request: ReservationRequest,
): Promise<{ reservation: Reservation; created: boolean } | Failure> {
  const { sql, env, now } = services
  const { guests, ticketType, name, email, phone, submissionKey = null } = request
  const total = totalPence(ticketType, guests)
  if (request[decoyName]) {
    // No person fills in the hidden field: the program is told what it hopes for, and nothing is stored.
    return { reservation: { id: crypto.randomUUID(), ticketType, guests, totalPence: total }, created: true }
  }
  const before = submissionKey && (await findReservationByKey(sql, submissionKey))[0]
  if (before) return { reservation: reservationOf(before), created: false }
  const { day: announced } = await readPromotionDate(sql, 'boxing')
  if (isOver(announced, now()) && env.mode !== 'demo')
    return failure('conflict', 'Reservations for this event have ended.')
  if (!(await readContentFlags(sql)).boxing) return failure('conflict', content.closed.text)

  const { seats, name: typeName } = findTicketType(ticketType)!
  try {
    const reservation = await sql.begin(async (transaction) => {
      const { day } = await holdPromotionDate(transaction, 'boxing')
      const [row] = await reserveSeats(
        transaction,
        day,
        ticketType,
        guests,
        seats,
        total,
        name,
        email,
        phone,
        submissionKey,
      )
      if (!row) return null
      await queueMail(transaction, confirmationMail(reservationOf(row), day, request), services)
      return reservationOf(row)
    })
    return reservation
      ? { reservation, created: true }
      : failure('conflict', `There are not enough ${typeName} tickets left for ${guestWords(guests)}.`)
  } catch (problem) {
    if (!isRepeated(problem)) throw problem
    const [first] = await findReservationByKey(sql, submissionKey!)
    return { reservation: reservationOf(first!), created: false }
  }
}

export function reservationOf({ id, ticket_type, guests, total_pence }: ReservationRow): Reservation {
  return { id, ticketType: ticket_type, guests, totalPence: total_pence }
}

function isRepeated(problem: unknown): boolean {
  return problem instanceof postgres.PostgresError && problem.constraint_name === 'boxing_reservations_once'
}
