import { readContentFlags } from '../../../../database/content-flags.ts'
import { readPromotionDate } from '../../../../database/promotion-dates.ts'
import { isUuid } from '../../../../domain/is-uuid.ts'
import { pageTags } from '../../../../domain/page-tags.ts'
import type { Loader, PageRequest } from '../../../../page-loader.ts'
import { type BoxingData, findTicketType, isOver, readGuests, ticketTypes, totalPence } from '../rules.ts'
import { findReservation, listTakenSeats } from './queries.ts'
import { reservationOf } from './reserve-tickets.ts'

/** Announced by the database whenever seats are taken. */
const seatsTag = 'boxing-seats'

/** The boxing night at the step that the address names. A step is there once the one before it has been taken. */
export const loadBoxing: Loader<BoxingData> = async (request) => {
  const data = await boxingPage(request)
  const { query, services } = request
  const id = query.get('reservation')
  if (isUuid(id)) {
    const [row] = await findReservation(services.sql, { id })
    return row ? { kind: 'page', data: { ...data, reservation: reservationOf(row) } } : { kind: 'not-found' }
  }
  if (query.get('reserve') && data.isOpen && data.guests && data.ticket) {
    const form = { name: '', email: '', phone: '' }
    const reserving = { submissionKey: crypto.randomUUID(), form, problems: [], notice: null }
    // The key is this person's own, so the page is not kept for others.
    return { kind: 'page', data: { ...data, reserving } }
  }
  return { kind: 'page', data, tags: [seatsTag, pageTags.contentFlags] }
}

/** What is chosen so far, what it costs, and what is left; without dialog and receipt. */
export async function boxingPage({ query, services }: Pick<PageRequest, 'query' | 'services'>): Promise<BoxingData> {
  const { sql, env, now } = services
  const [{ day }, flags] = await Promise.all([readPromotionDate(sql, 'boxing'), readContentFlags(sql)])
  const rows = await listTakenSeats(sql, { day })
  const taken = new Map(rows.map((row) => [row.ticket_type, row.taken]))
  const guests = readGuests(query.get('guests'))
  const over = isOver(day, now())
  return {
    day,
    isOpen: flags.boxing && (!over || env.mode === 'demo'),
    isOver: over,
    guests,
    ticket: (guests && findTicketType(query.get('ticket'))?.id) || null,
    tickets: ticketTypes.map(({ id, name, text, pence, seats }) => ({
      id,
      name,
      text,
      pence,
      totalPence: guests && totalPence(id, guests),
      left: Math.max(0, seats - (taken.get(id) ?? 0)),
    })),
    reserving: null,
    reservation: null,
  }
}
