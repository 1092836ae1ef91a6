import { afterAll, beforeAll, expect, test } from 'bun:test'
import { addJob } from '#database/add-job.ts'
import { readEnv } from '#env.ts'
import { encryptSecret, newSecret } from '#features/watching/webhooks/server/webhook-secret.ts'
import { createLog } from '#process/log.ts'
import type { Services } from '#requests/services.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { startReceiver } from '#test/webhook-receiver.ts'
import { jobHandlers } from './handlers.ts'
import { runJobs } from './run-jobs.ts'

const receiver = startReceiver()
let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(async () => {
  await database.close()
  await receiver.stop()
})

test('told to stop, a process sends no more webhooks, notes those that it has begun, and leaves the job to others', async () => {
  const { sql, url } = database
  const read = readEnv({ WEBHOOK_LOOPBACK: 'on' })
  if ('problems' in read) throw new Error(read.problems.join())
  const { env } = read
  for (let nth = 0; nth < 40; nth++) {
    const id = Bun.randomUUIDv7()
    await sql`
      with added as (
        insert into webhook_endpoints (id, email, mailbox, address, host, subject, state, secret, created_at, changed_at, due_at)
        values (${id}, 'operator@tickets.example', '', ${receiver.address('/in')}, ${`server-${nth}`}, '', 'active',
          decode(${encryptSecret(newSecret(), id, env)}, 'hex'), now(), now(), now()) returning id
      )
      insert into webhook_deliveries (endpoint_id, state, created_at, begun_at, next_at)
      select id, 'waiting', now(), now(), now() from added`
  }
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  receiver.answers.set('/in', () => released.then(() => new Response(null, { status: 204 })))
  const lines: string[] = []
  const log = createLog((line) => lines.push(line))
  const services = { sql, env, brand: env.brand, log, now: () => new Date() } as Services
  const jobs = await runJobs(services, url, { schedule: [] })
  await addJob(sql, 'send-webhooks', {}, { key: 'send-webhooks' })
  while (receiver.received.length < 32) await Bun.sleep(10)
  const stopped = jobs.stop()
  release()
  await stopped
  expect(receiver.received).toHaveLength(32)
  const states = await sql`
    select state, count(*)::int as deliveries, max(attempts) as attempts from webhook_deliveries group by state order by state`
  expect([...states]).toEqual([
    { state: 'delivered', deliveries: 32, attempts: 1 },
    { state: 'waiting', deliveries: 8, attempts: 0 },
  ])
  const [left] = await sql`select locked_at, attempts from graphile_worker.jobs where task_identifier = 'send-webhooks'`
  expect(left).toEqual({ locked_at: null, attempts: 1 })
  expect(lines.join()).toContain('job left to others')
  expect(lines.join()).not.toContain('job failed')
}, 20_000)

test('a job that the release before has queued under its first name is carried out', () => {
  const { 'work-off-payment-event': first, 'process-payment-event': now } = jobHandlers as Record<string, unknown>
  expect(first).toBe(now)
})
