import { applicationStatuses } from '../../../domain/application-state.ts'
import type { Loader, PageRequest } from '../../../page-loader.ts'
import { href } from '../../../pages.ts'
import { callStart, type ManagedCall } from '../rules.ts'
import { readCallToken } from './call-token.ts'
import { findApplication, findCall } from './queries.ts'
import { chooseSlot } from './read-call-data.ts'

/** The call that the link in the mail names. Looking at it changes nothing, for mail programs follow links by themselves. */
export const loadBooking: Loader<ManagedCall> = async (request) => {
  const data = await readManagedCall(request)
  return data ? { kind: 'page', data } : { kind: 'not-found' }
}

/** @returns null for a link that we have not signed. */
export async function readManagedCall({
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
    canBookAnother: applicationStatuses[application!.status].takesCalls,
    hasMoved: query.has('moved'),
    chosen: await chooseSlot(services, query.get('date'), query.get('time')),
  }
}
