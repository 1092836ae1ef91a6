import { addJob } from '#database/add-job.ts'
import { camel } from '#database/camel.ts'
import type { Transaction } from '#database/sql.ts'
import { readOn } from '#features/watching/server/read-on.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { href } from '#pages.ts'
import type { Services } from '#requests/services.ts'
import { type Leaf, readLeaf } from '#wire/leaf.ts'
import { disabledMail } from '../mails.ts'
import { addLink, claimDue, type DueDelivery, endClaim, queueFor } from '../queries.ts'
import {
  type DisabledBy,
  eventId,
  eventType,
  failAfterSeconds,
  hostAtOnce,
  maxRestSeconds,
  restAfter,
  retryDelays,
} from '../rules.ts'
import { type PostOutcome, postWebhook } from './post-webhook.ts'
import { decryptSecret, signWebhook } from './webhook-secret.ts'

const atOnce = 32
/** Milliseconds between two looks for what has become due, while slow endpoints answer. */
const lookMs = 250
/** Milliseconds of one job; the next one goes on where it ends. */
const jobMs = 5 * 60_000
/** Milliseconds for answers when the process is told to stop: it has five seconds for its jobs. */
const lastMs = 4000
/** Milliseconds until the next job at the earliest: what is due may wait for a server that another process sends to. */
const againMs = 1000

/** By database: whether something was added since this process last looked. */
const senders = new WeakMap<Services['sql'], { isWoken: boolean }>()

/**
 * Sends what is due, and what becomes due while it does. The first of several jobs in a process does the work of all, so that webhooks take one
 * place in the queue. A slow endpoint takes one place of `atOnce`, and holds up only endpoints of the same server. What was sent and not noted,
 * because the process was killed in between, is sent again under the same id.
 * @throws the reason of `stopping`, once what is being sent has ended: another process goes on.
 */
export async function sendDeliveries(
  _: Record<string, never>,
  services: Services,
  stopping: AbortSignal,
): Promise<void> {
  const { sql, now } = services
  const sender = senders.get(sql)
  if (sender) {
    sender.isWoken = true
    return
  }
  await sendAll(services, stopping)
  stopping.throwIfAborted()
  const [next] = await camel(sql)<{ dueAt: string | null }[]>`
    select min(due_at) as due_at from webhook_endpoints where state = 'active'`
  if (!next?.dueAt) return
  const runAt = new Date(Math.max(Date.parse(next.dueAt), now().getTime() + againMs)).toISOString()
  // Under a key of its own, so that it does not take the place of a job that was added to run now.
  await addJob(sql, 'send-webhooks', {}, { key: 'send-webhooks-later', runAt })
}

async function sendAll(services: Services, stopping: AbortSignal): Promise<void> {
  const { sql, now } = services
  const own = { isWoken: true }
  senders.set(sql, own)
  const breakOff = new AbortController()
  const breakOffLater = () => setTimeout(() => breakOff.abort(), lastMs)
  stopping.addEventListener('abort', breakOffLater)
  const sending = new Set<Promise<void>>()
  const end = performance.now() + jobMs
  try {
    for (;;) {
      const places = (performance.now() < end || own.isWoken) && !stopping.aborted ? atOnce - sending.size : 0
      if (own.isWoken && places > 0) {
        own.isWoken = false
        await queueDeliveries(services)
      }
      const claim = { now: now().toISOString(), limit: places, perHost: hostAtOnce }
      const looked = places > 0 ? await claimDue(camel(sql), claim) : []
      for (const delivery of looked.filter(({ isClaimed }) => isClaimed)) {
        const sent: Promise<void> = send(delivery, services, breakOff.signal).finally(() => sending.delete(sent))
        sending.add(sent)
      }
      // An endpoint may have more events behind the one that it has just taken: only a look that finds nothing is the last.
      if (sending.size > 0) await Promise.race([...sending, Bun.sleep(lookMs)])
      else if (looked.length === 0 && (places === 0 || !own.isWoken)) return
    }
  } finally {
    stopping.removeEventListener('abort', breakOffLater)
    // In one step with the last look, so that a job that comes later begins again.
    senders.delete(sql)
  }
}

/** While an endpoint is paused, its changes wait. */
async function queueDeliveries({ sql, now }: Services): Promise<void> {
  await readOn(sql, 'webhooks', async (transaction, changes) => {
    const subjects = await transaction<{ subject: string; ids: string[] }[]>`
      select subject, array_agg(id) as ids from webhook_endpoints where state in ('active', 'paused') group by subject`
    for (const { subject, ids } of subjects) await queueFor(transaction, { subject, ids, changes, now: now() })
  })
}

async function send(delivery: DueDelivery, services: Services, breakOff: AbortSignal): Promise<void> {
  const outcome = await attempt(delivery, services, breakOff)
  if (outcome.kind !== 'broken-off') return await noteOutcome(services, delivery, outcome)
  await endClaim(camel(services.sql), { endpointId: delivery.endpointId, now: services.now().toISOString() })
}

async function attempt(
  delivery: DueDelivery,
  { env, brand, now }: Services,
  breakOff: AbortSignal,
): Promise<PostOutcome> {
  const { endpointId, address, position, leaf } = delivery
  const [secret, oldSecret] = [delivery.secret, delivery.oldSecret].map(
    (encrypted) => encrypted && decryptSecret(encrypted, endpointId, env),
  )
  if (!secret) {
    const reason = 'We cannot read the secret any more. Please replace it.'
    return { kind: 'failed', status: null, reason, retryAfter: null, milliseconds: 0 }
  }
  const event = position !== null && leaf ? { position, leaf: readLeaf(leaf)! } : null
  const { publicUrl } = env
  const body = eventBody(event, { publicUrl, now: now() })
  const timestamp = Math.floor(now().getTime() / 1000)
  const signed = signWebhook(oldSecret ? [secret, oldSecret] : [secret], {
    id: eventId(endpointId, delivery),
    timestamp,
    body,
  })
  const headers = {
    'content-type': 'application/json',
    'user-agent': `${brand.prefix}-webhooks (+${publicUrl}/webhooks)`,
    ...signed,
  }
  return await postWebhook({ address, headers, body }, { permitsLoopback: env.webhookLoopback, breakOff })
}

/**
 * Made of the log's entry alone, so that every attempt sends the same, and there is nothing in it that an erasure would have to reach.
 * @param now of a test, which is about nothing.
 */
export function eventBody(
  event: { position: number; leaf: Leaf } | null,
  { publicUrl, now }: { publicUrl: string; now: Date },
): string {
  if (event === null) return JSON.stringify({ type: eventType(null), timestamp: now.toISOString(), data: {} })
  const { position, leaf } = event
  const { number, change, status, assurance, assuredOn, validFrom, validUntil, at } = leaf
  const address = publicUrl + href('verification', { number })
  // As `GET /api/changes` has it: positions begin at 1.
  const data = { position: position + 1, number, change, status, assurance, assuredOn, validFrom, validUntil, address }
  return JSON.stringify({ type: eventType(change), timestamp: at, data })
}

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
