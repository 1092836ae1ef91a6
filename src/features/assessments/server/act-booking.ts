import { type } from 'arktype'
import { takeRateLimit } from '../../../database/rate-limit.ts'
import { type Action, handler } from '../../../page-loader.ts'
import { href } from '../../../pages.ts'
import { isFailure, statusOfFailure } from '../../../wire/failure.ts'
import { fieldFailures } from '../../../wire/field-failures.ts'
import { type ManagedCall, withoutNext } from '../rules.ts'
import { slotSchema } from '../schema.ts'
import { bookingLimit } from './book-call.ts'
import { cancelCall, moveCall } from './change-call.ts'
import { listNextFree } from './list-free-times.ts'
import { loadBooking, readManagedCall } from './load-booking.ts'
import { chooseSlot } from './read-call-data.ts'

/** Moves or cancels the call that the link in the mail names. */
export const actBooking: Action<ManagedCall> = async (request) => {
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
    return await show(429, { notice: 'That was too often. Please wait some minutes and try again.' })
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
