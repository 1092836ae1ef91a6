import { type } from 'arktype'
import { takeRateLimit } from '../../../database/rate-limit.ts'
import { takesCalls } from '../../../domain/application-state.ts'
import { href } from '../../../pages.ts'
import { type Action, handler, type Loader, type PageRequest } from '../../../requests/page-loader.ts'
import { isFailure, statusOfFailure } from '../../../wire/failure.ts'
import { fieldFailures } from '../../../wire/field-failures.ts'
import { callStart, type ManagedCall, withoutNext } from '../rules.ts'
import { slotSchema } from '../schema.ts'
import { bookingLimit } from './book-call.ts'
import { readCallToken } from './call-token.ts'
import { cancelCall, moveCall } from './change-call.ts'
import { listNextFree } from './list-free-times.ts'
import { findApplication, findCall } from './queries.ts'
import { chooseSlot } from './read-call-data.ts'

/** The call that the link in the mail names. Looking at it changes nothing, for mail programs follow links by themselves. */
const loadBooking: Loader<ManagedCall> = async (request) => {
  const data = await readManagedCall(request)
  return data ? { kind: 'page', data } : { kind: 'not-found' }
}

/** @returns null for a link that we have not signed. */
async function readManagedCall({
  params,
  query,
  services,
}: Pick<PageRequest, 'params' | 'query' | 'services'>): Promise<(ManagedCall & { id: string }) | null> {
  const id = readCallToken(params.token!, services.env)
  const [call] = id ? await findCall(services.sql, { id }) : []
  if (!call) return null
  const [application] = await findApplication(services.sql, { id: call.application_id })
  const { day, time } = call
  return {
    id: call.id,
    day,
    time,
    path: href('booking', { token: params.token! }),
    applicationId: call.application_id,
    reference: application!.reference,
    title: application!.title,
    state: call.state === 'cancelled' ? 'cancelled' : callStart(call) > services.now() ? 'booked' : 'over',
    canBookAnother: takesCalls(application!),
    hasMoved: query.has('moved'),
    chosen: await chooseSlot(services, query.get('date'), query.get('time')),
  }
}

/** Moves or cancels the call that the link in the mail names. */
const actBooking: Action<ManagedCall> = async (request) => {
  const { form, params, services, visitor } = request
  const before = await readManagedCall(request)
  if (!before) return { kind: 'not-found' }
  const show = async (status: number, more: Partial<ManagedCall['chosen']>) => {
    // Read again: the call may have been changed elsewhere meanwhile.
    const call = (await readManagedCall(request)) ?? before
    const chosen = { ...(await chooseSlot(services, form.preferredDate, form.preferredTime)), ...more }
    return { kind: 'page' as const, status, data: { ...call, chosen } }
  }

  if ((await takeRateLimit(services.sql, bookingLimit, visitor.address)) !== null) {
    return await show(429, { notice: 'You have tried too many times. Please wait a few minutes and try again.' })
  }
  if (form.action === 'cancel') {
    const cancelled = await cancelCall(services, before.id)
    if (isFailure(cancelled)) return await show(statusOfFailure[cancelled.failure], { notice: cancelled.message })
    return { kind: 'redirect', to: href('booking', { token: params.token! }), status: 303 }
  }
  const asked = slotSchema({ preferredTime: '', ...form })
  if (asked instanceof type.errors) return await show(422, { problems: fieldFailures(asked, slotSchema) })
  const moved = await moveCall(services, before.id, { day: asked.preferredDate, time: asked.preferredTime })
  if (!isFailure(moved))
    return { kind: 'redirect', to: href('booking', { token: params.token! }, { moved: true }), status: 303 }
  return await show(statusOfFailure[moved.failure], {
    ...(moved.fields ? { problems: moved.fields } : { notice: withoutNext(moved.message) }),
    ...(moved.details ? { next: await listNextFree(services, asked.preferredDate) } : {}),
  })
}

export const booking = handler({ load: loadBooking, act: actBooking })
