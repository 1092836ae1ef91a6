import { answer, command } from '../../../../command.ts'
import { isFailure } from '../../../../wire/failure.ts'
import { referenceOf } from '../rules.ts'
import { reservationAnswer, reservationSchema } from '../schema.ts'
import { reservationLimit, reserveTickets } from './reserve-tickets.ts'

export const reserveBoxingTickets = command({
  permission: 'anyone',
  summary: 'Reserve tickets for the boxing night',
  description:
    'Prices come from our catalogue. A repeated submissionKey answers the same reservation (200 instead of 201).',
  schema: reservationSchema,
  answers: { 200: reservationAnswer, 201: reservationAnswer },
  failures: {
    conflict:
      'Too few seats are left, the party takes too many for one mailbox or visitor, the day has passed, or reservations are closed.',
  },
  limit: reservationLimit,
  run: async ({ input, visitor, services }) => {
    const reserved = await reserveTickets(services, visitor, input)
    if (isFailure(reserved)) return reserved
    const { reservation, created } = reserved
    return answer({ ...reservation, reference: referenceOf(reservation.id) }, { status: created ? 201 : 200 })
  },
})
