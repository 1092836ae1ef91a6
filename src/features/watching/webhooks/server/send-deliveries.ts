import { addJob } from '../../../../database/add-job.ts'
import type { Services } from '../../../../requests/services.ts'
import { readLeaf } from '../../../proof/leaf.ts'
import { eventId } from '../rules.ts'
import { claimDue, type DueDelivery, findNextDue } from './delivery-queries.ts'
import { openSecret } from './endpoint-secret.ts'
import { eventBody } from './event-body.ts'
import { noteOutcome } from './note-outcome.ts'
import { type PostOutcome, postWebhook } from './post-webhook.ts'
import { queueDeliveries } from './queue-deliveries.ts'
import { signWebhook } from './sign-webhook.ts'

/** How many endpoints are posted to at once; of each, one event at a time. */
const atOnce = 32
/** How often what has become due meanwhile is looked for while slow endpoints are waited for, in milliseconds. */
const lookMs = 250
/** How long one job goes on, in milliseconds; the next one goes on where it ends. */
const jobMs = 5 * 60_000

/** Of each database that this process is sending from, whether something was added since it last looked. */
const senders = new WeakMap<Services['sql'], { isWoken: boolean }>()

/**
 * Sends whatever is due, and whatever becomes due while it does. Of several jobs in one process the first does the work of all, so that
 * webhooks take one of the queue's places; several processes share the endpoints among them. One that is slow takes one place of `atOnce`,
 * and nobody else waits for it. What was sent and not noted, because the process was killed in between, is sent again under the same id.
 */
export async function sendDeliveries(services: Services): Promise<void> {
  const { sql } = services
  const sender = senders.get(sql)
  if (sender) {
    sender.isWoken = true
    return
  }
  await sendAll(services)
  const [next] = await findNextDue(sql, { now: services.now().toISOString() })
  // Under a key of its own: it may not take the place of a job that was added to run now.
  if (next?.next_at) await addJob(sql, 'send-webhooks', {}, { key: 'send-webhooks-later', runAt: next.next_at })
}

async function sendAll(services: Services): Promise<void> {
  const { sql, now } = services
  const own = { isWoken: false }
  senders.set(sql, own)
  const sending = new Set<Promise<void>>()
  const end = performance.now() + jobMs
  let isBusy: boolean
  try {
    do {
      own.isWoken = false
      await queueDeliveries(services)
      const limit = performance.now() < end ? atOnce - sending.size : 0
      for (const delivery of await claimDue(sql, { now: now().toISOString(), limit })) {
        const sent: Promise<void> = send(delivery, services).finally(() => sending.delete(sent))
        sending.add(sent)
      }
      // What an endpoint has just taken may have others behind it: only a look that finds nothing is the last.
      isBusy = sending.size > 0
      if (isBusy) await Promise.race([...sending, Bun.sleep(lookMs)])
    } while (isBusy || own.isWoken)
  } finally {
    // In one step with the last look: a job that comes later begins anew.
    senders.delete(sql)
  }
}

async function send(delivery: DueDelivery, services: Services): Promise<void> {
  const outcome = await attempt(delivery, services)
  await noteOutcome(services, delivery, outcome)
}

async function attempt(delivery: DueDelivery, { env, brand, now }: Services): Promise<PostOutcome> {
  const { endpoint_id: endpointId, address, position, leaf } = delivery
  const [secret, oldSecret] = [delivery.secret, delivery.old_secret].map(
    (sealed) => sealed && openSecret(sealed, endpointId, env),
  )
  if (!secret) {
    const reason = 'We cannot read the secret any more. Please replace it.'
    return { kind: 'failed', status: null, reason, milliseconds: 0 }
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
  return await postWebhook({ address, headers, body }, { permitsLoopback: env.webhookLoopback })
}
