import { apiPatterns } from '../../../../api-paths.ts'
import { answer, type Endpoint, endpoint } from '../../../../endpoint.ts'
import { isFailure } from '../../../../wire/failure.ts'
import { referenceOf } from '../rules.ts'
import { reservationAnswer, reservationSchema } from '../schema.ts'
import { reservationLimit, reserveTickets } from './reserve-tickets.ts'

const postReservation = endpoint({
  method: 'POST',
  path: apiPatterns.boxingReservations,
  id: 'reserveBoxingTickets',
  permission: 'anyone',
  summary: 'Reserve tickets for the boxing night',
  description:
    'Prices come from our catalogue. A repeated submissionKey answers the same reservation (200 instead of 201).',
  body: reservationSchema,
  answers: { 200: reservationAnswer, 201: reservationAnswer },
  failures: {
    conflict:
      'Too few seats are left, the party takes too many for one mailbox or visitor, the day has passed, or reservations are closed.',
  },
  limit: reservationLimit,
  handle: async ({ body, visitor, services }) => {
    const reserved = await reserveTickets(services, visitor, body)
    if (isFailure(reserved)) return reserved
    const { reservation, created } = reserved
    return answer({ ...reservation, reference: referenceOf(reservation.id) }, { status: created ? 201 : 200 })
  },
})

/** Reservations for the boxing night. */
export const boxingEndpoints: Endpoint[] = [postReservation]
