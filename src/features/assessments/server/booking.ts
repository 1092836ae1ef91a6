import { type } from 'arktype'
import { takesCalls } from '#domain/application-state.ts'
import { callStart } from '#domain/call-times.ts'
import { type BookingData, type ManagedCall, withoutNext } from '#features/assessments/rules.ts'
import { slotSchema } from '#features/assessments/schema.ts'
import { href } from '#pages.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { type FormRequest, handler, type Loader, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import { type Failure, failure, isFailure } from '#wire/failure.ts'
import type { FormState } from '#wire/form.ts'
import { bookingLimit } from './book-call.ts'
import { readCallToken } from './call-token.ts'
import { cancelCall, moveCall } from './change-call.ts'
import { listNextFree } from './list-free-times.ts'
import { type CallRow, findApplication, findCall } from './queries.ts'
import { chooseSlot } from './read-call-data.ts'

const unknownLink: PageAnswer<BookingData> = { kind: 'page', status: 404, data: { state: 'unknown' } }

/** The call that the link in the mail names. Looking at it changes nothing, for mail programs follow links by themselves. */
const loadBooking: Loader<BookingData> = async (request) => {
  const data = await readManagedCall(request)
  return data ? { kind: 'page', data } : unknownLink
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

const params = type({ token: 'string' })
const limit = {
  ...bookingLimit,
  refusal: () => 'You have tried too many times. Please wait a few minutes and try again.',
}

const cancel = formCommand({
  permission: 'anyone',
  params,
  limit,
  run: async ({ params: { token }, services }) =>
    await change(token, services, async (id) => await cancelCall(services, id)),
})

const move = formCommand({
  permission: 'anyone',
  params,
  schema: slotSchema,
  limit,
  run: async ({ params: { token }, input: { preferredDate: day, preferredTime: time }, services }) =>
    await change(token, services, async (id) => await moveCall(services, id, { day, time })),
})

/** Changes the call that a link names. */
async function change(token: string, { env }: Services, act: (callId: string) => Promise<CallRow | Failure>) {
  const id = readCallToken(token, env)
  const changed = id ? await act(id) : failure('not-found', 'There is no call at this link.')
  return isFailure(changed) ? changed : answer({ token })
}

/** The page after a post that was not taken, with the slot that was asked for. */
async function again(
  request: FormRequest,
  { problems }: FormState,
  { message, details }: Failure,
): Promise<PageAnswer<BookingData>> {
  const { form, services } = request
  const call = await readManagedCall(request)
  if (!call) return unknownLink
  const chosen = {
    ...(await chooseSlot(services, form.preferredDate, form.preferredTime)),
    ...(problems.length > 0 ? { problems } : { notice: withoutNext(message) }),
    ...(details ? { next: await listNextFree(services, form.preferredDate!) } : {}),
  }
  return { kind: 'page' as const, data: { ...call, chosen } }
}

const cancelForm = formPost(cancel, { done: ({ token }) => href('booking', { token }), again })
const moveForm = formPost(move, { done: ({ token }) => href('booking', { token }, { moved: true }), again })

export const booking = handler<BookingData>({
  load: loadBooking,
  act: async (request) => await (request.form.action === 'cancel' ? cancelForm : moveForm)(request),
})
