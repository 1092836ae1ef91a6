import { camel } from '#database/camel.ts'
import type { Transaction } from '#database/sql.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { disabledMail } from '../mails.ts'
import { type DueDelivery, endClaim } from '../queries.ts'
import { type DisabledBy, failAfterSeconds, maxRestSeconds, restAfter, retryDelays } from '../rules.ts'
import type { PostOutcome } from './post-webhook.ts'
import { addLink } from './webhook-link.ts'

/** A test is tried once, and says nothing about the endpoint. */
export async function noteOutcome(
  services: Services,
  { id, endpointId, position, attempts, begunAt, failures, failingSince }: DueDelivery,
  { kind, status, reason, retryAfter, milliseconds }: PostOutcome,
): Promise<void> {
  const moment = services.now()
  const now = moment.toISOString()
  const later = (seconds: number) => new Date(moment.getTime() + seconds * 1000).toISOString()
  const hasLasted = (since: string) => moment.getTime() - Date.parse(since) >= failAfterSeconds * 1000
  const isTest = position === null
  const isDelivered = kind === 'delivered'
  const isOver = isDelivered || isTest || hasLasted(begunAt)
  // The server asks for it, so all other events wait as well.
  const asked = Math.min(maxRestSeconds, retryAfter ?? 0)
  const nextAt = isOver ? null : later(Math.max(asked, retryDelays[attempts] ?? retryDelays.at(-1)!))
  const state = isDelivered ? 'delivered' : isOver ? 'failed' : 'waiting'
  const rest = Math.max(asked, restAfter(failures + 1))
  await services.sql.begin(async (transaction) => {
    const sql = camel(transaction)
    // The endpoint first, as its contact's commands do: two that lock the same rows in another order would wait for each other.
    if (isDelivered) {
      await sql`
        update webhook_endpoints set delivered_at = ${now}::timestamptz, failures = 0, failing_since = null,
          rests_until = null, claimed_until = null, due_at = ${now}::timestamptz
        where id = ${endpointId}::uuid`
    } else if (isTest) await endClaim(sql, { endpointId, now })
    else {
      const restsUntil = rest > 0 ? later(rest) : null
      await sql`
        update webhook_endpoints
        set failures = failures + 1, failing_since = coalesce(failing_since, ${now}::timestamptz),
          rests_until = ${restsUntil}::timestamptz, claimed_until = null,
          due_at = greatest(${now}::timestamptz, ${restsUntil}::timestamptz)
        where id = ${endpointId}::uuid`
    }
    await sql`
      update webhook_deliveries
      set state = ${state}::text, attempts = attempts + 1, attempted_at = ${now}::timestamptz,
        next_at = ${nextAt}::timestamptz, http_status = ${status}::int, outcome = ${reason}::text,
        milliseconds = ${milliseconds}::int
      where id = ${id}::bigint and state = 'waiting'`
    if (isDelivered || isTest) return
    if (kind === 'gone') await disable(transaction, endpointId, 'gone', services)
    else if (failingSince && hasLasted(failingSince)) await disable(transaction, endpointId, 'failures', services)
  })
}

/**
 * Emails its contact the link to switch it on again. What waited for it has failed.
 * @returns false where it was disabled before. An admin can disable it over another reason: then its owner cannot switch it on.
 */
export async function disable(
  transaction: Transaction,
  endpointId: string,
  by: DisabledBy,
  services: Services,
): Promise<boolean> {
  const sql = camel(transaction)
  const now = services.now().toISOString()
  const [endpoint] = await sql<{ email: string; address: string }[]>`
    with disabled as (
      update webhook_endpoints set state = 'disabled', disabled_by = ${by}::text, changed_at = ${now}::timestamptz
      where id = ${endpointId}::uuid and (state <> 'disabled' or (${by}::text = 'admin' and disabled_by <> 'admin'))
      returning id, email, address
    ), failed as (
      update webhook_deliveries
      set state = 'failed', next_at = null, outcome = coalesce(outcome, 'The endpoint was disabled before this was sent.')
      where endpoint_id in (select id from disabled) and state = 'waiting'
    )
    select email, address from disabled`
  if (!endpoint) return false
  const link = await addLink(sql, endpoint.email, now)
  await queueMail(transaction, disabledMail(endpoint, by, link), services)
  return true
}
