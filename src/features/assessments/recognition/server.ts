import type { CamelSql } from '#database/camel.ts'
import type { ApplicationFacts } from '#domain/application-facts.ts'
import { applicationState, takesCalls } from '#domain/application-state.ts'
import { levelOf, type PossibleLevel } from '#domain/assurance.ts'
import { callStart } from '#domain/call-times.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { londonDay } from '#domain/london-time.ts'
import { recognitionLevels } from '#domain/recognition-levels.ts'
import type { ShownApplication } from '#features/applications/rules.ts'
import { readClaims } from '#features/claims/server/read-claims.ts'
import { page } from '#page/page.ts'
import { href } from '#pages.ts'
import type { PageRequest } from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import { bookAssessment, mayBook } from '../server/book-call.ts'
import { callToken } from '../server/call-token.ts'
import { chooseSlot } from '../server/free-times.ts'
import { type CallApplication, findApplication, findLastCall } from '../server/queries.ts'

/** Of what only the applicant sees. The dialog is open while the address has `book`, and after a refused post. */
async function readCall(
  application: CallApplication,
  request: Pick<PageRequest, 'visitor' | 'services'> & { sql: CamelSql } & Parameters<typeof chooseSlot>[1],
) {
  const { query, visitor, services, sql, refused, typed } = request
  const isOwn = await mayBook(visitor, application)
  const [last] = isOwn ? await findLastCall(sql, { applicationId: application.id }) : []
  const hasChosen = (last?.selectedOptions.length ?? 0) > 0
  const slot = last ? { day: last.day, time: last.time } : null
  if (slot && callStart(slot) > services.now()) {
    const manage = href('booking', { token: callToken(last!.id, services.env) })
    return { booked: { ...slot, manage }, past: null, hasChosen, booking: null }
  }
  if (!takesCalls(application) || !(refused || query.get('book')))
    return { booked: null, past: slot, hasChosen, booking: null }
  const booking = {
    ...(await chooseSlot(services, request)),
    /** False for somebody who only has the link. */
    mayBook: isOwn,
    levels: recognitionLevels.map(({ id }) => id).filter((id) => query.getAll('level').includes(id)),
    phone: isOwn ? (refused ? (typed.phone ?? '') : application.phone) : '',
    message: isOwn ? (typed.message ?? '') : '',
  }
  return { booked: null, past: slot, hasChosen, booking }
}

export type CallData = Awaited<ReturnType<typeof readCall>>
export type BookingForm = NonNullable<CallData['booking']>

type ApplicationRow = ApplicationFacts &
  PossibleLevel & {
    id: string
    reference: string
    title: string
    slug: string | null
    isAddressConfirmed: boolean
  }

function shownApplication(row: ApplicationRow, { brand, now }: Services): ShownApplication {
  const { id, reference, title, status, slug, isAddressConfirmed } = row
  const state = applicationState(row, brand.accreditAfter, londonDay(now()))
  return { id, reference, title, status, state, slug, level: levelOf(row), isAddressConfirmed }
}

/** Without an `application_id` the page asks the browser which application it has sent. */
export const applicationApproved = page('applicationApproved', {
  commands: { book: bookAssessment },
  load: async (request) => {
    const { query, sql, services } = request
    const id = query.get('application_id') ?? ''
    const [row] = isUuid(id)
      ? await sql<ApplicationRow[]>`
          select
            a.id, a.reference, a.event_draft ->> 'title' as title, e.slug, e.assurance, e.assured_on,
            exists (
              select from confirmed_addresses as c join organisations as o on c.email = lower(o.email)
              where o.id = a.organisation_id
            ) as is_address_confirmed,
            f.status, f.is_withdrawn, f.is_listing_paid, f.is_waiting, f.is_checkout_closed, f.register_status, f.assessment,
            f.event_day, f.lapsed_on
          from applications as a
          join application_facts as f on f.application_id = a.id
          left join register_entries as e on e.application_id = a.id
          where a.id = ${id}::uuid`
      : []
    const [called] = row ? await findApplication(sql, { id }) : []
    return {
      application: row ? shownApplication(row, services) : null,
      call: called ? await readCall(called, request) : null,
      badges: (await readClaims(services, ['levels-badge']))['levels-badge'],
      /** The simulated package checkout. */
      hasPackages: services.env.mode === 'demo',
    }
  },
})
export const preApproved = applicationApproved
