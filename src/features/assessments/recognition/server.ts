import type { CamelSql } from '#database/camel.ts'
import { applicationState, takesCalls } from '#domain/application-state.ts'
import { levelOf } from '#domain/assurance.ts'
import { callStart } from '#domain/call-times.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { londonDay } from '#domain/london-time.ts'
import { recognitionLevels } from '#domain/recognition-levels.ts'
import type { ShownApplication } from '#features/applications/rules.ts'
import { findShownApplication } from '#features/applications/server/queries.ts'
import { readClaims } from '#features/claims/server/read-claims.ts'
import { page } from '#page/page.ts'
import { href } from '#pages.ts'
import type { PageRequest } from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import type { Failure } from '#wire/failure.ts'
import { inFormOrder } from '#wire/form.ts'
import { type BookingForm, type CallData, withoutNext } from '../rules.ts'
import { bookAssessment, mayBook } from '../server/book-call.ts'
import { callToken } from '../server/call-token.ts'
import { chooseSlot, listNextFree } from '../server/free-times.ts'
import { type CallApplication, findApplication, findLastCall } from '../server/queries.ts'

/** The dialog is open while the address has `book`, and after a refused post. */
async function readCall(
  application: CallApplication,
  { query, visitor, services, sql }: Pick<PageRequest, 'query' | 'visitor' | 'services'> & { sql: CamelSql },
  { refused, typed }: { refused: Failure | null; typed: Readonly<Record<string, string | undefined>> },
): Promise<CallData> {
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
  const problems = inFormOrder(refused?.fields ?? [], Object.keys(typed))
  const hasOthers = refused?.details?.nextFree || refused?.failure === 'conflict'
  const booking: BookingForm = {
    ...(refused
      ? await chooseSlot(services, typed.preferredDate, typed.preferredTime)
      : await chooseSlot(services, query.get('date'), query.get('time'))),
    mayBook: isOwn,
    levels: recognitionLevels.map(({ id }) => id).filter((id) => query.getAll('level').includes(id)),
    phone: isOwn ? (refused ? (typed.phone ?? '') : application.phone) : '',
    message: isOwn ? (typed.message ?? '') : '',
    problems,
    notice: refused && problems.length === 0 ? withoutNext(refused.message) : null,
    ...(hasOthers && { next: await listNextFree(services, typed.preferredDate!) }),
  }
  return { booked: null, past: slot, hasChosen, booking }
}

type ApplicationRow = Awaited<ReturnType<typeof findShownApplication>>[number]

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
    const [row] = isUuid(id) ? await findShownApplication(sql, { id }) : []
    const [called] = row ? await findApplication(sql, { id }) : []
    return {
      application: row ? shownApplication(row, services) : null,
      call: called ? await readCall(called, request, request) : null,
      badges: (await readClaims(services, ['levels-badge']))['levels-badge'],
      /** The simulated package checkout. */
      hasPackages: services.env.mode === 'demo',
    }
  },
})
export const preApproved = applicationApproved
