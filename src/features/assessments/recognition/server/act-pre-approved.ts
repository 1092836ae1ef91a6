import { type } from 'arktype'
import { takeRateLimit } from '../../../../database/rate-limit.ts'
import { applicationStatuses } from '../../../../domain/application-state.ts'
import { type Action, handler } from '../../../../page-loader.ts'
import { href } from '../../../../pages.ts'
import { actingFor } from '../../../../visitor.ts'
import { isFailure, statusOfFailure } from '../../../../wire/failure.ts'
import { fieldFailures } from '../../../../wire/field-failures.ts'
import { type BookingForm, sentences, withoutNext } from '../../rules.ts'
import { bookingSchema } from '../../schema.ts'
import { bookCall, bookingLimit } from '../../server/book-call.ts'
import { listNextFree } from '../../server/list-free-times.ts'
import { mayBook } from '../../server/may-book.ts'
import { findApplication } from '../../server/queries.ts'
import { chooseSlot, knownLevels } from '../../server/read-call-data.ts'
import type { PreApprovedData } from '../state.ts'
import { loadPreApproved } from './load-pre-approved.ts'

/** Books the call without a script: the page that says so, or the dialog again as it was filled in. */
export const actPreApproved: Action<PreApprovedData> = async (request) => {
  const { form, query, visitor, services } = request
  const page = await loadPreApproved(request)
  if (page.kind !== 'page' || !page.data.application) return { kind: 'redirect', to: href('preApproved'), status: 303 }
  const { data } = page
  const applicationId = page.data.application.id
  const done = {
    kind: 'redirect' as const,
    to: `${href('preApproved', { application_id: applicationId })}#call`,
    status: 303 as const,
  }
  if (data.call?.booked) return done
  // The page itself says why there is no call for it.
  if (!applicationStatuses[page.data.application.status!].takesCalls) return { ...page, status: 409 }

  const show = async (status: number, more: Partial<BookingForm> = {}) => {
    const booking: BookingForm = {
      ...(await chooseSlot(services, form.preferredDate, form.preferredTime)),
      mayBook: true,
      levels: knownLevels(query.getAll('level')),
      phone: form.phone ?? '',
      message: form.message ?? '',
      ...more,
    }
    return { kind: 'page' as const, status, data: { ...data, call: { booked: null, past: null, booking } } }
  }

  const [application] = await findApplication(services.sql, { id: applicationId })
  if (!application || !(await mayBook(visitor, application))) {
    return await show(403, { mayBook: false, notice: sentences.notYours, phone: '', message: '' })
  }
  const selectedOptions = (form.selectedOptions ?? '').split(',').filter(Boolean)
  const asked = bookingSchema({ preferredTime: '', ...form, selectedOptions, applicationId })
  if (asked instanceof type.errors) return await show(422, { problems: fieldFailures(asked, bookingSchema) })
  if ((await takeRateLimit(services.sql, bookingLimit, visitor.address)) !== null) {
    return await show(429, { notice: 'That was too often. Please wait some minutes and try again.' })
  }
  const by = await actingFor(visitor, [application.id, application.organisation_id])
  const booked = await bookCall(services, application, asked, visitor, by)
  if (!isFailure(booked)) return done
  return await show(statusOfFailure[booked.failure], {
    ...(booked.fields ? { problems: booked.fields } : { notice: withoutNext(booked.message) }),
    next: await listNextFree(services, asked.preferredDate),
  })
}

export const applicationApproved = handler({ load: loadPreApproved, act: actPreApproved })
export const preApproved = applicationApproved
