import { type CamelSql, camel } from '#database/camel.ts'
import { lockKeys } from '#database/lock-keys.ts'
import { areSamples } from '#domain/claims.ts'
import type { Day } from '#domain/formats.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { mailboxKey } from '#domain/mail-address.ts'
import { pageTags } from '#domain/page-tags.ts'
import { isOver } from '#domain/promotion-date.ts'
import { readClaims, readContentFlags } from '#features/claims/server/read-claims.ts'
import { readPromotionDate } from '#features/site/server/promotion-dates.ts'
import { waitForAddress } from '#mail/confirm-address.ts'
import { queueAddressConfirmation } from '#mail/queue-address-confirmation.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { command, did } from '#page/command.ts'
import { notFound, page, redirect } from '#page/page.ts'
import { href } from '#pages.ts'
import type { Services } from '#requests/services.ts'
import { failure } from '#wire/failure.ts'
import { content } from './content.ts'
import { confirmationMail } from './mails.ts'
import {
  confirmHours,
  findTicketType,
  guestWords,
  maxSeats,
  readGuests,
  referenceOf,
  type TicketTypeId,
  ticketTypes,
  totalPence,
} from './rules.ts'
import { type Reservation, reservationAnswer, reservationSchema } from './schema.ts'

const columns = (sql: CamelSql) =>
  sql`id, ticket_type, guests, total_pence, confirm_by, released_at is not null as is_released`

async function findReservation(
  sql: CamelSql,
  by: { id: string } | { submissionKey: string },
): Promise<Reservation | undefined> {
  const [reservation] = await sql<Reservation[]>`
    select ${columns(sql)} from boxing_reservations
    where ${'id' in by ? sql`id = ${by.id}::uuid` : sql`submission_key = ${by.submissionKey}::uuid`}`
  return reservation
}

const answerOf = (reservation: Reservation) => ({ ...reservation, reference: referenceOf(reservation.id) })

const tooManySeats = `At most ${maxSeats} seats can be reserved with one email address or from one network. For more, write to us.`

/** For a whole party, or none. An unconfirmed address gets its receipt later, or loses the seats after 24 hours. */
export const reserveBoxingTickets = command({
  permission: 'anyone',
  schema: reservationSchema,
  limit: { name: 'boxing-reservations', points: 60, seconds: 600 },
  api: {
    summary: 'Reserve tickets for the boxing night',
    description:
      'Prices come from our catalogue. If you repeat a submissionKey, the answer is the same reservation (200 instead of 201).',
    answers: { 200: reservationAnswer, 201: reservationAnswer },
    failures: {
      conflict:
        'There are too few seats, one email address or visitor has reserved too many, the day has passed, or reservations are closed.',
    },
  },
  reads: (form, query) => ({
    ...form,
    submissionKey: keyIn(form),
    guests: readGuests(query.get('guests')),
    ticketType: query.get('ticket'),
  }),
  run: async ({ input, visitor, sql, services }) => {
    const { guests, ticketType, name, email, phone, submissionKey = null } = input
    if (submissionKey) {
      // The second of two clicks waits here for the first, and then finds its reservation.
      await lockKeys(sql.raw, { keys: [`reservation ${submissionKey}`] })
      const first = await findReservation(sql, { submissionKey })
      if (first) return did({ answer: answerOf(first) })
    }
    const { env, now } = services
    if ((await readClaims({ sql: sql.raw, env, now }, ['boxing-event']))['boxing-event'].length === 0)
      return failure('conflict', content.notAnnounced.text)
    const { day } = await readPromotionDate(sql.raw, 'boxing', 'share')
    if (isOver(day, now()) && env.mode !== 'demo') return failure('conflict', 'Reservations for this event have ended.')
    if (!(await readContentFlags(sql.raw)).boxing) return failure('conflict', content.closed)

    const isConfirmed = await waitForAddress(sql.raw, email)
    const mailbox = mailboxKey(email)
    // Until the transaction ends, nobody else reserves for this mailbox or this visitor.
    await lockKeys(sql.raw, { keys: [`seats ${mailbox}`, `seats ${visitor.address}`] })
    const [held] = await sql<{ byMailbox: number; byVisitor: number }[]>`
      select
        coalesce(sum(guests) filter (where mailbox = ${mailbox}::text), 0)::int as by_mailbox,
        coalesce(sum(guests) filter (where visitor = ${visitor.address}::text), 0)::int as by_visitor
      from boxing_reservations
      where event_on = ${day}::date and released_at is null
        and (mailbox = ${mailbox}::text or visitor = ${visitor.address}::text)`
    if (Math.max(held!.byMailbox, held!.byVisitor) + guests > maxSeats) return failure('conflict', tooManySeats)

    const { seats, name: typeName } = findTicketType(ticketType)!
    const confirmBy = isConfirmed ? null : new Date(now().getTime() + confirmHours * 3_600_000).toISOString()
    const [reservation] = await sql<Reservation[]>`
      with seats as (
        insert into boxing_seats as s (event_on, ticket_type, capacity, taken)
        values (${day}::date, ${ticketType}::text, ${seats}::integer, ${guests}::integer)
        on conflict (event_on, ticket_type) do update
          set taken = s.taken + excluded.taken, capacity = excluded.capacity
          where s.taken + excluded.taken <= excluded.capacity
        returning event_on, ticket_type
      )
      insert into boxing_reservations (
        event_on, ticket_type, guests, total_pence, name, email, phone, submission_key, mailbox, visitor, confirm_by
      )
      select event_on, ticket_type, ${guests}::integer, ${totalPence(ticketType, guests)}::integer, ${name}::text,
        ${email}::text, ${phone}::text, ${submissionKey}::uuid, ${mailbox}::text, ${visitor.address}::text,
        ${confirmBy}::timestamptz
      from seats
      returning ${columns(sql)}`
    if (!reservation)
      return failure('conflict', `There are not enough ${typeName} tickets left for ${guestWords(guests)}.`)
    if (!isConfirmed) await queueAddressConfirmation(sql.raw, { email, reason: 'boxing' }, services)
    return did({
      answer: answerOf(reservation),
      status: 201,
      mails: [isConfirmed && confirmationMail(reservation, day, input)],
    })
  },
  leadsTo: ({ id }) => href('boxing', { reservation: id }),
})

function keyIn({ submissionKey }: Readonly<Record<string, string | undefined>>): string {
  return isUuid(submissionKey) ? submissionKey : crypto.randomUUID()
}

/** Announced by the database whenever seats are taken. */
const seatsTag = 'boxing-seats'

/** Each step appears once the step before it has been taken. */
export const boxing = page('boxing', {
  commands: { reserve: reserveBoxingTickets },
  load: async ({ query, sql, services: { env, now }, typed, refused }) => {
    const guests = readGuests(query.get('guests'))
    const ticket = (guests && findTicketType(query.get('ticket'))?.id) || null
    if (refused && !ticket) return redirect(href('boxing'))
    const id = refused ? null : query.get('reservation')
    const reservation = isUuid(id) ? await findReservation(sql, { id }) : null
    if (reservation === undefined) return notFound()
    const [{ day }, flags, claims] = await Promise.all([
      readPromotionDate(sql.raw, 'boxing'),
      readContentFlags(sql.raw),
      readClaims({ sql: sql.raw, env, now }, ['boxing-event']),
    ])
    const rows = await sql<{ ticketType: TicketTypeId; taken: number }[]>`
      select ticket_type, taken from boxing_seats where event_on = ${day}::date`
    const taken = new Map(rows.map((row) => [row.ticketType, row.taken]))
    /** False in production without proof of the event: then nothing of it is shown. */
    const isAnnounced = claims['boxing-event'].length > 0
    const over = isOver(day, now())
    const isOpen = isAnnounced && flags.boxing && (!over || env.mode === 'demo')
    const isReserving = refused || (query.get('reserve') && isOpen && ticket && !reservation)
    return {
      day,
      isAnnounced,
      isSample: areSamples(claims['boxing-event']),
      isOpen,
      isOver: over,
      guests,
      ticket,
      tickets: ticketTypes.map(({ id, name, text, pence, seats }) => ({
        id,
        name,
        text,
        pence,
        totalPence: guests && totalPence(id, guests),
        left: Math.max(0, seats - (taken.get(id) ?? 0)),
      })),
      /** Of the open dialog: sent with the reservation, so that it is made once. */
      submissionKey: isReserving ? keyIn(typed) : null,
      reservation,
    }
  },
  // The key is one person's own, and so is a receipt.
  tags: ({ submissionKey, reservation }) => (submissionKey || reservation ? null : [seatsTag, pageTags.contentFlags]),
})

/** For an address in small letters that was just confirmed. */
export async function confirmReservations(services: Services, email: string): Promise<void> {
  await services.sql.begin(async (transaction) => {
    const sql = camel(transaction)
    const kept = await sql<(Reservation & { eventOn: Day; name: string; email: string })[]>`
      update boxing_reservations set confirm_by = null
      where lower(email) = ${email}::text and confirm_by > ${services.now().toISOString()}::timestamptz
      returning ${columns(sql)}, event_on, name, email`
    for (const row of kept) await queueMail(transaction, confirmationMail(row, row.eventOn, row), services)
  })
}

/** The job for reservations whose address was not confirmed in time: it forgets who made them. */
export async function releaseUnconfirmedSeats(_: Record<string, never>, services: Services): Promise<void> {
  const { sql, log } = services
  const now = services.now().toISOString()
  const released = await sql<{ id: string }[]>`
    with released as (
      update boxing_reservations
      set released_at = ${now}::timestamptz, confirm_by = null, name = '', email = '', phone = '',
        mailbox = '', visitor = ''
      where confirm_by <= ${now}::timestamptz
      returning id, event_on, ticket_type, guests
    ), freed as (
      update boxing_seats as s set taken = s.taken - r.guests
      from (select event_on, ticket_type, sum(guests) as guests from released group by event_on, ticket_type) as r
      where s.event_on = r.event_on and s.ticket_type = r.ticket_type
    )
    select id from released`
  if (released.length > 0) log.info('unconfirmed reservations released', { count: released.length })
}
