import { areSamples } from '#domain/claims.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { pageTags } from '#domain/page-tags.ts'
import { isOver } from '#domain/promotion-date.ts'
import { readContentFlags } from '#features/claims/server/content-flags.ts'
import { readClaims } from '#features/claims/server/read-claims.ts'
import { readPromotionDate } from '#features/site/server/promotion-dates.ts'
import { href } from '#pages.ts'
import { formPost } from '#requests/form-post.ts'
import { type KeptLoader, keptHandler, type PageRequest } from '#requests/page-loader.ts'
import { emptyForm } from '#wire/form.ts'
import { type BoxingData, findTicketType, isFilled, readGuests, ticketTypes, totalPence } from '../rules.ts'
import { findReservation, listTakenSeats } from './queries.ts'
import { reservationOf, reserveBoxingTickets } from './reserve-boxing-tickets.ts'

/** Announced by the database whenever seats are taken. */
const seatsTag = 'boxing-seats'

/** The boxing night at the step that the address names. A step is there once the one before it has been taken. */
const load: KeptLoader<BoxingData> = async (request) => {
  const data = await boxingPage(request)
  const { query, services } = request
  const id = query.get('reservation')
  if (isUuid(id)) {
    const [row] = await findReservation(services.sql, { id })
    return row ? { kind: 'page', data: { ...data, reservation: reservationOf(row) } } : { kind: 'not-found' }
  }
  if (query.get('reserve') && data.isOpen && data.guests && data.ticket) {
    const reserving = { submissionKey: crypto.randomUUID(), form: emptyForm }
    // The key is this person's own, so the page is not kept for others.
    return { kind: 'page', data: { ...data, reserving } }
  }
  return { kind: 'page', data, tags: [seatsTag, pageTags.contentFlags] }
}

export const boxing = keptHandler<BoxingData>({
  load,
  act: formPost(reserveBoxingTickets, {
    input: ({ form, query }) => ({
      ...form,
      submissionKey: keyIn(form),
      guests: readGuests(query.get('guests')),
      ticketType: query.get('ticket'),
    }),
    done: ({ id }) => href('boxing', { reservation: id }),
    again: async (request, form) => {
      const data = await boxingPage(request)
      if (!data.guests || !data.ticket) return { kind: 'redirect', to: href('boxing'), status: 303 }
      const shown = isFilled(form.typed) ? form : { ...form, problems: [] }
      return { kind: 'page', data: { ...data, reserving: { submissionKey: keyIn(request.form), form: shown } } }
    },
  }),
})

function keyIn({ submissionKey }: Record<string, string>): string {
  return isUuid(submissionKey) ? submissionKey : crypto.randomUUID()
}

/** What is chosen so far, what it costs, and what is left; without dialog and receipt. */
async function boxingPage({ query, services }: Pick<PageRequest, 'query' | 'services'>): Promise<BoxingData> {
  const { sql, env, now } = services
  const [{ day }, flags, claims] = await Promise.all([
    readPromotionDate(sql, 'boxing'),
    readContentFlags(sql),
    readClaims({ sql, env, now }, ['boxing-event']),
  ])
  const isAnnounced = claims['boxing-event'].length > 0
  const rows = await listTakenSeats(sql, { day })
  const taken = new Map(rows.map((row) => [row.ticket_type, row.taken]))
  const guests = readGuests(query.get('guests'))
  const over = isOver(day, now())
  return {
    day,
    isAnnounced,
    isSample: areSamples(claims['boxing-event']),
    isOpen: isAnnounced && flags.boxing && (!over || env.mode === 'demo'),
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
