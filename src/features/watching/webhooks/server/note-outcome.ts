import type { Transaction } from '#database/sql.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { type DisabledBy, failAfterSeconds, longestRest, restAfter, retryDelays } from '../rules.ts'
import {
  type DueDelivery,
  disableEndpoint,
  endClaim,
  noteAttempt,
  noteFailure,
  noteSuccess,
} from './delivery-queries.ts'
import type { PostOutcome } from './post-webhook.ts'
import { addLink } from './webhook-link.ts'
import { disabledMail } from './webhook-mails.ts'

/**
 * Notes what came of an attempt, and what follows: the next one, the end of the event, or the end of the endpoint, of which its contact is
 * told. A test is tried once, and its failure says nothing about the endpoint.
 */
export async function noteOutcome(
  services: Services,
  { id, endpoint_id: endpointId, position, attempts, begun_at, failures, failing_since }: DueDelivery,
  { kind, status, reason, retryAfter, milliseconds }: PostOutcome,
): Promise<void> {
  const moment = services.now()
  const now = moment.toISOString()
  const later = (seconds: number) => new Date(moment.getTime() + seconds * 1000).toISOString()
  const hasLasted = (since: string) => moment.getTime() - Date.parse(since) >= failAfterSeconds * 1000
  const isTest = position === null
  const isDelivered = kind === 'delivered'
  const isOver = isDelivered || isTest || hasLasted(begun_at)
  // It is the server that asks, not this event: all others wait as well.
  const asked = Math.min(longestRest, retryAfter ?? 0)
  const nextAt = isOver ? null : later(Math.max(asked, retryDelays[attempts] ?? retryDelays.at(-1)!))
  const state = isDelivered ? 'delivered' : isOver ? 'failed' : 'waiting'
  const rest = Math.max(asked, restAfter(failures + 1))
  await services.sql.begin(async (transaction) => {
    // The endpoint first, as whoever manages it does: two who lock the same rows in another order would wait for each other.
    if (isDelivered) await noteSuccess(transaction, { endpointId, now })
    else if (isTest) await endClaim(transaction, { endpointId, now })
    else await noteFailure(transaction, { endpointId, now, restsUntil: rest > 0 ? later(rest) : null })
    await noteAttempt(transaction, { id, state, now, nextAt, status, outcome: reason, milliseconds })
    if (isDelivered || isTest) return
    if (kind === 'gone') await disable(transaction, endpointId, 'gone', services)
    else if (failing_since && hasLasted(failing_since)) await disable(transaction, endpointId, 'failures', services)
  })
}

/** Disables an endpoint and tells its contact, with a link to the page on which it can be switched on again. */
export async function disable(
  transaction: Transaction,
  endpointId: string,
  by: DisabledBy,
  services: Services,
): Promise<boolean> {
  const now = services.now()
  const [endpoint] = await disableEndpoint(transaction, { endpointId, by, now: now.toISOString() })
  if (!endpoint) return false
  const link = await addLink(transaction, endpoint.email, now)
  await queueMail(transaction, disabledMail(endpoint, by, link), services)
  return true
}
