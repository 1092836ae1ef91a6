import type { CamelTransaction } from '#database/camel.ts'
import { takesCalls } from '#domain/application-state.ts'
import { callStart, type Slot } from '#domain/call-times.ts'
import { command, did } from '#page/command.ts'
import { page } from '#page/page.ts'
import { href } from '#pages.ts'
import type { Services } from '#requests/services.ts'
import { failure, isFailure } from '#wire/failure.ts'
import { slotSchema } from './schema.ts'
import { bookingLimit } from './server/book-call.ts'
import { readCallToken } from './server/call-token.ts'
import { changeCall } from './server/change-call.ts'
import { chooseSlot } from './server/free-times.ts'
import { type CallRow, findApplication } from './server/queries.ts'

const params = { token: () => true }
const limit = {
  ...bookingLimit,
  refusal: () => 'You have tried too many times. Please wait a few minutes and try again.',
}

async function change(sql: CamelTransaction, services: Services, token: string, slot: Slot | null) {
  const id = readCallToken(token, services.env)
  if (!id) return failure('not-found', 'There is no call at this link.')
  const changed = await changeCall(sql, services, { id, slot })
  return isFailure(changed) ? changed : did({ answer: token, mails: changed.mails })
}

const move = command({
  permission: 'anyone',
  params,
  schema: slotSchema,
  limit,
  run: async ({ params: { token }, input: { preferredDate: day, preferredTime: time }, sql, services }) =>
    await change(sql, services, token, { day, time }),
  leadsTo: (token) => href('booking', { token }, { moved: true }),
})

const cancel = command({
  permission: 'anyone',
  params,
  limit,
  run: async ({ params: { token }, sql, services }) => await change(sql, services, token, null),
  leadsTo: (token) => href('booking', { token }),
})

/** Opening it changes nothing, because mail programs follow links by themselves. */
export const booking = page('booking', {
  commands: { move, cancel },
  load: async (request) => {
    const { token } = request.params
    const { query, sql, services, refused } = request
    const id = readCallToken(token, services.env)
    const [call] = id
      ? await sql<CallRow[]>`
          select id, application_id, day, time, phone, message, selected_options, state, sequence
          from assessment_calls
          where id = ${id}::uuid`
      : []
    if (!call) return { state: 'unknown' as const }
    const { day, time, applicationId } = call
    const [application] = await findApplication(sql, { id: applicationId })
    const state = callStart(call) > services.now() ? ('booked' as const) : ('over' as const)
    return {
      day,
      time,
      path: href('booking', { token }),
      applicationId,
      reference: application!.reference,
      title: application!.title,
      state: call.state === 'cancelled' ? call.state : state,
      canBookAnother: takesCalls(application!),
      hasMoved: !refused && query.has('moved'),
      chosen: await chooseSlot(services, request),
    }
  },
  status: ({ state }) => (state === 'unknown' ? 404 : null),
})
