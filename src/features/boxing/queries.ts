import { query } from '../../database/query.ts'
import type { TicketTypeId } from './rules.ts'

export type ReservationRow = { id: string; ticket_type: TicketTypeId; guests: number; total_pence: number }

export const reserveSeats = query<
  [
    day: string,
    ticketType: TicketTypeId,
    guests: number,
    capacity: number,
    totalPence: number,
    name: string,
    email: string,
    phone: string,
    submissionKey: string | null,
  ],
  ReservationRow
>('boxing/reserve-seats')

export const findReservation = query<[id: string], ReservationRow>('boxing/find-reservation')

export const findReservationByKey = query<[submissionKey: string], ReservationRow>('boxing/find-reservation-by-key')

export const listTakenSeats = query<[day: string], { ticket_type: TicketTypeId; taken: number }>(
  'boxing/list-taken-seats',
)
