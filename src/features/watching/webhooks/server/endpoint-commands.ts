import { type } from 'arktype'
import { addJob } from '#database/add-job.ts'
import { takeRateLimit } from '#database/rate-limit.ts'
import type { Transaction } from '#database/sql.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { listChanges } from '#features/watching/server/changes.ts'
import { answer, formCommand } from '#requests/command.ts'
import type { Services } from '#requests/services.ts'
import { type Failure, failure, isFailure, tooMany } from '#wire/failure.ts'
import { maxAtHost, oldSecretHours } from '../rules.ts'
import { replaySchema } from '../schema.ts'
import { addTest } from './delivery-queries.ts'
import {
  countAtHost,
  deleteEndpoint,
  findSpan,
  lockEndpoint,
  pauseEndpoint,
  replaceSecret,
  resumeEndpoint,
  sendAgain,
  wakeEndpoint,
} from './endpoint-queries.ts'
import { sealSecret } from './endpoint-secret.ts'
import { hostIsFull } from './host-is-full.ts'
import { queueFor } from './queue-deliveries.ts'
import { newSecret } from './sign-webhook.ts'
import { openLink } from './webhook-link.ts'

// What the contact of an endpoint does with it. Whoever has the link may: it was mailed to the contact alone.

const params = type({ token: 'string', id: 'string' })
const hour = 60 * 60

type Locked = Awaited<ReturnType<typeof lockEndpoint>>[number]

/** Does something with the endpoint of a link, in one transaction while its row is locked. */
async function withEndpoint<Done>(
  { token, id }: { token: string; id: string },
  { sql, now }: Services,
  act: (transaction: Transaction, endpoint: Locked) => Promise<Done | Failure>,
): Promise<Done | Failure> {
  const email = isUuid(id) ? await openLink(sql, token, now()) : null
  if (!email) return failure('not-found', 'This link does not work.')
  return (await sql.begin(async (transaction) => {
    const [endpoint] = await lockEndpoint(transaction, { email, id })
    return endpoint ? await act(transaction, endpoint) : failure('not-found', 'There is no such endpoint.')
  })) as Done | Failure
}

/** The same for what is sent at once: at most `points` an hour to each endpoint, and to one that is active. */
async function whileActive<Done>(
  given: { token: string; id: string },
  services: Services,
  limit: { name: string; points: number },
  act: (transaction: Transaction, endpoint: Locked) => Promise<Done | Failure>,
): Promise<Done | Failure> {
  return await withEndpoint(given, services, async (transaction, endpoint) => {
    if (endpoint.state !== 'active') return failure('conflict', 'Nothing is sent to this endpoint. Switch it on first.')
    const wait = await takeRateLimit(transaction, { ...limit, seconds: hour }, endpoint.id)
    if (wait !== null) return tooMany(wait)
    const done = await act(transaction, endpoint)
    if (!isFailure(done)) {
      await wakeEndpoint(transaction, { id: endpoint.id, now: services.now().toISOString() })
      await addJob(transaction, 'send-webhooks', {}, { key: 'send-webhooks' })
    }
    return done
  })
}

export const sendTest = formCommand({
  permission: 'anyone',
  params,
  run: async ({ params, services }) =>
    await whileActive(params, services, { name: 'webhook-test', points: 20 }, async (transaction, { id }) => {
      await addTest(transaction, { endpointId: id, now: services.now().toISOString() })
      return answer(null)
    }),
})

/** Sends one event again, under the id that it had. */
export const repeat = formCommand({
  permission: 'anyone',
  params,
  schema: type({ delivery: 'string <= 18' }),
  run: async ({ params, input, services }) =>
    await whileActive(params, services, { name: 'webhook-again', points: 100 }, async (transaction, endpoint) => {
      const id = /^\d+$/.test(input.delivery) ? Number(input.delivery) : 0
      const sent = await sendAgain(transaction, { endpointId: endpoint.id, id, now: services.now().toISOString() })
      return answer({ isSent: sent.length > 0 })
    }),
})

/** How many positions of the log are read at once. */
const batch = 500

/** Sends everything again that concerns the endpoint since a time, whether it was sent before or not. */
export const replay = formCommand({
  permission: 'anyone',
  params,
  schema: replaySchema,
  run: async ({ params, input: { since }, services: { now }, services }) =>
    await whileActive(params, services, { name: 'webhook-replay', points: 5 }, async (transaction, endpoint) => {
      const [span] = await findSpan(transaction, { since, now: now().toISOString() })
      let sent = 0
      for (let { first } = span!; first < span!.end; first += batch) {
        const changes = await listChanges(transaction, { first, end: Math.min(span!.end, first + batch) })
        sent += await queueFor(transaction, { subject: endpoint.subject, ids: [endpoint.id], changes, now: now() })
      }
      return answer({ sent })
    }),
})

/** Gives the endpoint a new secret, answered this once. The old one signs beside it for a day. */
export const rotate = formCommand({
  permission: 'anyone',
  params,
  run: async ({ params, services }) =>
    await withEndpoint(params, services, async (transaction, { id, address }) => {
      const wait = await takeRateLimit(transaction, { name: 'webhook-rotate', points: 5, seconds: hour }, id)
      if (wait !== null) return tooMany(wait)
      const secret = newSecret()
      const oldUntil = new Date(services.now().getTime() + oldSecretHours * hour * 1000).toISOString()
      await replaceSecret(transaction, { id, secret: sealSecret(secret, id, services.env), oldUntil })
      return answer({ id, address, secret })
    }),
})

export const pause = formCommand({
  permission: 'anyone',
  params,
  run: async ({ params, services }) =>
    await withEndpoint(params, services, async (transaction, { id }) => {
      await pauseEndpoint(transaction, { id, now: services.now().toISOString() })
      return answer(null)
    }),
})

export const resume = formCommand({
  permission: 'anyone',
  params,
  run: async ({ params, services }) =>
    await withEndpoint(params, services, async (transaction, { id, host, state }) => {
      const [there] = state === 'disabled' ? await countAtHost(transaction, { host }) : []
      if (there && there.count >= maxAtHost) return failure('conflict', hostIsFull(services.brand))
      const resumed = await resumeEndpoint(transaction, { id, now: services.now().toISOString() })
      if (resumed.length === 0 && state === 'disabled')
        return failure('conflict', 'Our staff have switched this endpoint off. Please write to us.')
      await addJob(transaction, 'send-webhooks', {}, { key: 'send-webhooks' })
      return answer(null)
    }),
})

/** Deletes the endpoint, its secret and its log. */
export const remove = formCommand({
  permission: 'anyone',
  params,
  schema: type({
    sure: type("'1'").configure({ sentence: 'Tick the box', missing: 'Tick the box to delete the endpoint' }),
  }),
  run: async ({ params, services }) =>
    await withEndpoint(params, services, async (transaction, endpoint) => {
      await deleteEndpoint(transaction, endpoint)
      return answer(null)
    }),
})
