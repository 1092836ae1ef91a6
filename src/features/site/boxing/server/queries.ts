import { query } from '../../../../database/query.ts'
import type { TicketTypeId } from '../rules.ts'

export type ReservationRow = {
  id: string
  ticket_type: TicketTypeId
  guests: number
  total_pence: number
  confirm_by: string | null
  released_at: string | null
}

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
    mailbox: string,
    visitor: string,
    confirmBy: string | null,
  ],
  ReservationRow
>('boxing/reserve-seats')

export const countHeldSeats = query<
  [day: string, mailbox: string, visitor: string],
  { by_mailbox: number; by_visitor: number }
>('boxing/count-held-seats')

export type HeldReservation = ReservationRow & { event_on: string; name: string; email: string; phone: string }
export const confirmHeld = query<[email: string, now: string], HeldReservation>('boxing/confirm-reservations')

export const releaseUnconfirmed = query<[now: string], { id: string }>('boxing/release-unconfirmed')

export const findReservation = query<[id: string], ReservationRow>('boxing/find-reservation')

export const findReservationByKey = query<[submissionKey: string], ReservationRow>('boxing/find-reservation-by-key')

export const listTakenSeats = query<[day: string], { ticket_type: TicketTypeId; taken: number }>(
  'boxing/list-taken-seats',
)

export const moveSeats = query<[from: string, to: string], { id: string }>('boxing/move-seats')

/** Whom a reservation is for. */
export type ReservedFor = { id: string; email: string }
export const listReservations = query<[ids: string[]], ReservedFor>('boxing/list-reservations')
