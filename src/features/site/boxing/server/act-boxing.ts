import { type } from 'arktype'
import { takeRateLimit } from '../../../../database/rate-limit.ts'
import { isUuid } from '../../../../domain/is-uuid.ts'
import { type Action, handler } from '../../../../page-loader.ts'
import { paths } from '../../../../paths.ts'
import { isFailure, statusOfFailure } from '../../../../wire/failure.ts'
import { fieldFailures } from '../../../../wire/field-failures.ts'
import { type BoxingData, isFilled } from '../rules.ts'
import { reservationSchema } from '../schema.ts'
import { boxingPage, loadBoxing } from './load-boxing.ts'
import { reservationLimit, reserveTickets } from './reserve-tickets.ts'

/** Takes the reservation form without a script: the receipt, or the form again as it was typed. */
export const actBoxing: Action<BoxingData> = async (request) => {
  const { form, visitor, services } = request
  const data = await boxingPage(request)
  const typed = { name: form.name ?? '', email: form.email ?? '', phone: form.phone ?? '' }
  const submissionKey = isUuid(form.submissionKey) ? form.submissionKey : crypto.randomUUID()
  const show = (status: number, more: Partial<NonNullable<BoxingData['reserving']>> = {}) => ({
    kind: 'page' as const,
    status,
    data: { ...data, reserving: { submissionKey, form: typed, problems: [], notice: null, ...more } },
  })

  if (!data.guests || !data.ticket) return { kind: 'redirect', to: paths.boxing(), status: 303 }
  if (!isFilled(typed)) return show(422)
  const asked = reservationSchema({ ...form, submissionKey, guests: data.guests, ticketType: data.ticket })
  if (asked instanceof type.errors) return show(422, { problems: fieldFailures(asked, reservationSchema) })
  if ((await takeRateLimit(services.sql, reservationLimit, visitor.address)) !== null) {
    return show(429, { notice: 'That was too often. Please wait some minutes and try again.' })
  }
  const reserved = await reserveTickets(services, visitor, asked)
  if (isFailure(reserved)) return show(statusOfFailure[reserved.failure], { notice: reserved.message })
  return { kind: 'redirect', to: paths.boxing({ reservation: reserved.reservation.id }), status: 303 }
}

export const boxing = handler({ load: loadBoxing, act: actBoxing })
