import type { SqlRunner } from '#database/sql.ts'
import type { TicketTypeId } from '../rules.ts'

export type ReservationRow = {
  id: string
  ticket_type: TicketTypeId
  guests: number
  total_pence: number
  confirm_by: string | null
  released_at: string | null
}

/**
 * No row when too few seats are left. A key that is taken breaks the unique index, and with it the whole statement: no seat is
 *   lost.
 * @param input.confirmBy until when the address has to be confirmed, or null
 */
export const reserveSeats = (
  sql: SqlRunner,
  input: {
    day: string
    ticketType: TicketTypeId
    guests: number
    capacity: number
    totalPence: number
    name: string
    email: string
    phone: string
    submissionKey: string | null
    mailbox: string
    visitor: string
    confirmBy: string | null
  },
) => sql<ReservationRow[]>`
  with seats as (
    insert into boxing_seats as s (event_on, ticket_type, capacity, taken)
    values (${input.day}::date, ${input.ticketType}::text, ${input.capacity}::integer, ${input.guests}::integer)
    on conflict (event_on, ticket_type) do update
      set taken = s.taken + excluded.taken, capacity = excluded.capacity
      where s.taken + excluded.taken <= excluded.capacity
    returning event_on, ticket_type
  )
  insert into boxing_reservations (
    event_on, ticket_type, guests, total_pence, name, email, phone, submission_key, mailbox, visitor, confirm_by
  )
  select event_on, ticket_type, ${input.guests}::integer, ${input.totalPence}::integer, ${input.name}::text,
    ${input.email}::text, ${input.phone}::text, ${input.submissionKey}::uuid, ${input.mailbox}::text, ${input.visitor}::text,
    ${input.confirmBy}::timestamptz
  from seats
  returning id, ticket_type, guests, total_pence, confirm_by, released_at`

/** The seats that either holds. */
export const countHeldSeats = (
  sql: SqlRunner,
  { day, mailbox, visitor }: { day: string; mailbox: string; visitor: string },
) => sql<{ by_mailbox: number; by_visitor: number }[]>`
  select
    coalesce(sum(guests) filter (where mailbox = ${mailbox}::text), 0)::int as by_mailbox,
    coalesce(sum(guests) filter (where visitor = ${visitor}::text), 0)::int as by_visitor
  from boxing_reservations
  where event_on = ${day}::date and released_at is null and (mailbox = ${mailbox}::text or visitor = ${visitor}::text)`

type HeldReservation = ReservationRow & { event_on: string; name: string; email: string; phone: string }

/** The reservations that have waited for it, and are kept. */
export const confirmHeld = (sql: SqlRunner, { email, now }: { email: string; now: string }) => sql<HeldReservation[]>`
  update boxing_reservations set confirm_by = null
  where lower(email) = ${email}::text and confirm_by > ${now}::timestamptz
  returning id, ticket_type, guests, total_pence, confirm_by, released_at, event_on, name, email, phone`

/** Reservations whose address was not confirmed in time. Their seats are free again, and whose they were is forgotten. */
export const releaseUnconfirmed = (sql: SqlRunner, { now }: { now: string }) => sql<{ id: string }[]>`
  with released as (
    update boxing_reservations
    set released_at = ${now}::timestamptz, confirm_by = null, name = '', email = '', phone = '', mailbox = '', visitor = ''
    where confirm_by <= ${now}::timestamptz
    returning id, event_on, ticket_type, guests
  ), freed as (
    update boxing_seats as s set taken = s.taken - r.guests
    from (select event_on, ticket_type, sum(guests) as guests from released group by event_on, ticket_type) as r
    where s.event_on = r.event_on and s.ticket_type = r.ticket_type
  )
  select id from released`

export const findReservation = (sql: SqlRunner, { id }: { id: string }) => sql<ReservationRow[]>`
  select id, ticket_type, guests, total_pence, confirm_by, released_at from boxing_reservations where id = ${id}::uuid`

export const findReservationByKey = (sql: SqlRunner, { submissionKey }: { submissionKey: string }) => sql<
  ReservationRow[]
>`
  select id, ticket_type, guests, total_pence, confirm_by, released_at from boxing_reservations
    where submission_key = ${submissionKey}::uuid`

export const listTakenSeats = (sql: SqlRunner, { day }: { day: string }) => sql<
  { ticket_type: TicketTypeId; taken: number }[]
>`
  select ticket_type, taken from boxing_seats where event_on = ${day}::date`

/**
 * The reservations follow their seats.
 * @param input.to its new day
 */
export const moveSeats = (sql: SqlRunner, { from, to }: { from: string; to: string }) => sql<{ id: string }[]>`
  with moved as (update boxing_seats set event_on = ${to}::date where event_on = ${from}::date)
  select id from boxing_reservations where event_on = ${from}::date`

/** Whom a reservation is for. */
export type ReservedFor = { id: string; email: string }

export const listReservations = (sql: SqlRunner, { ids }: { ids: string[] }) => sql<ReservedFor[]>`
  select id, email from boxing_reservations where id = any(${ids}::uuid[]) and email <> ''`
