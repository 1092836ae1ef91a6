import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import type { Subprocess } from 'bun'
import { addApplication } from '#test/add-application.ts'
import '#test/browser-build.ts'
import { addJob } from '#database/add-job.ts'
import { openDatabase } from '#database/connect.ts'
import { startEmbedded } from '#database/embedded.ts'
import { openSql, type Sql } from '#database/sql.ts'
import { type Env, readEnv } from '#env.ts'
import { createLog } from '#process/log.ts'
import { projectRoot } from '#process/project-root.ts'
import { ownershipCookie } from '#requests/ownership.ts'
import { signatureOf } from '#sandbox/payments/deliver-events.ts'
import { type PaymentsSandbox, startPaymentsSandbox } from '#sandbox/payments/start-payments-sandbox.ts'
import { startSite } from '#site.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { until } from '#test/until.ts'

// The provider runs on a database of its own and outlives everything that happens to the site: its database ends in the middle of a
// webhook, its process is killed between the provider's answer and our commit, replicas work side by side.

const webhookSecret = 'whsec_a_secret_of_the_faults'
let provider: { database: TestDatabase; sandbox: PaymentsSandbox; sendTo: (origin: string | null) => void }

beforeAll(async () => {
  const database = await openTestDatabase()
  // Nobody listens at port 9 (discard): a webhook that is not wanted yet fails and comes again.
  let target = 'http://127.0.0.1:9'
  const sandbox = await startPaymentsSandbox({
    sql: database.sql,
    publicUrl: () => 'http://127.0.0.1:9',
    webhookUrl: () => `${target}/api/stripe/webhook`,
    webhookSecret,
    pollMs: 100,
  })
  provider = {
    database,
    sandbox,
    sendTo: (origin) => {
      target = origin ?? 'http://127.0.0.1:9'
    },
  }
}, 30_000)
afterAll(async () => {
  await provider.sandbox.stop()
  await provider.database.close()
})

test('the database is restarted in the middle of a webhook, and of the work on it: nothing is lost or doubled', async () => {
  const folder = resolve(projectRoot, `.data/test-faults-${process.pid}`)
  const databasePort = await freePort()
  let postgres = await startEmbedded(folder, { port: databasePort })
  const { env, variables } = await settings(postgres.url)
  // A process of its own: where a connection ends while it is being opened, the driver rejects what nobody waits for.
  const child = await startProcess(variables)
  const database = await openDatabase(env)
  try {
    for (const table of ['payment_events', 'register_entries']) {
      const bought = await buy(env.publicUrl, env, database.sql)
      // The webhook has been verified and waits within its transaction; or its work has been answered by the provider and does.
      const lock = openSql(postgres.url, { connections: 1 })
      const holding = lock.begin(async (tx) => {
        await tx.unsafe(`lock table ${table} in access exclusive mode`)
        await Bun.sleep(60_000)
      })
      holding.catch(() => {})
      await until(() => isHeld(database.sql, table))
      provider.sendTo(env.publicUrl)
      await provider.sandbox.controls.paySession(bought.sessionId)
      await until(() => isWaitedFor(database.sql, table))
      postgres.stop()
      await lock.end({ timeout: 1 }).catch(() => {})
      expect((await webhook(env.publicUrl, { id: 'evt_while_away' })).status).toBeGreaterThanOrEqual(500)
      postgres = await startEmbedded(folder, { port: databasePort })
      await until(async () => (await fetch(`${env.publicUrl}/readyz`)).ok)
      await deliverAgain()
      await reconcileNow(database.sql)
      await expectBookedOnce(database.sql, bought.id)
      provider.sendTo(null)
    }
  } finally {
    provider.sendTo(null)
    child.kill('SIGKILL')
    await child.exited
    await database.close()
    postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}, 180_000)

test('the process is killed between the answer of the provider and our commit: the next one books it once', async () => {
  const database = await openTestDatabase()
  const { env, variables } = await settings(database.url)
  let child = await startProcess(variables)
  try {
    const bought = await buy(env.publicUrl, env, database.sql)
    // The booking reaches the register, and with it the point after the provider's answer, and has to wait there.
    const lock = openSql(database.url, { connections: 1 })
    let release = () => {}
    const held = new Promise<void>((free) => {
      release = free
    })
    const holding = lock.begin(async (tx) => {
      await tx`lock table register_entries in access exclusive mode`
      await held
    })
    await until(() => isHeld(database.sql, 'register_entries'))
    provider.sendTo(env.publicUrl)
    await provider.sandbox.controls.paySession(bought.sessionId)
    await until(() => isWaitedFor(database.sql, 'register_entries'))
    child.kill('SIGKILL')
    await child.exited
    release()
    await holding
    await lock.end()
    await until(
      async () =>
        (
          await database.sql`select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`
        ).length === 0,
    )
    const [order] = await database.sql`select status from orders where application_id = ${bought.id}`
    expect(order!.status).toBe('pending')
    expect(await database.sql`select from register_entries where application_id = ${bought.id}`).toHaveLength(0)
    expect(await database.sql`select from mails where kind = 'order-paid'`).toHaveLength(0)

    child = await startProcess(variables)
    // The payer, who has waited, looks again: the provider is asked, and it is all there.
    const landing = await fetch(
      `${env.publicUrl}/accreditation/success?session_id=${bought.sessionId}&application_id=${bought.id}`,
    )
    expect(await landing.text()).toContain('Congratulations')
    // What the dead process held of the queue is found by reconciliation.
    await deliverAgain()
    await reconcileNow(database.sql)
    await expectBookedOnce(database.sql, bought.id)
  } finally {
    provider.sendTo(null)
    child.kill('SIGKILL')
    await child.exited
    await database.close()
  }
}, 120_000)

test('two replicas on one queue, every event at both, payers landing at either: each order is booked once', async () => {
  const database = await openTestDatabase()
  const sites: { origin: string; env: Env; stop: () => Promise<void>; close: () => Promise<void> }[] = []
  for (let replica = 0; replica < 2; replica++) {
    const { env } = await settings(database.url)
    const own = await openDatabase(env)
    const log = createLog(() => {})
    const { origin, stop } = await startSite(env, own, { log, demoData: false })
    sites.push({ origin, env, stop, close: own.close })
  }
  try {
    const orders = 8
    const bought = await Promise.all(
      Array.from({ length: orders }, (_, index) => {
        const { origin, env } = sites[index % 2]!
        return buy(origin, env, database.sql)
      }),
    )
    for (const { sessionId } of bought) await provider.sandbox.controls.paySession(sessionId)
    const events = await provider.database.sql<{ body: { id: string } }[]>`
      select body from sandbox.payment_objects
      where object = 'event' and body -> 'data' -> 'object' ->> 'id' = any (${bought.map(({ sessionId }) => sessionId)})`
    const everything = [
      ...sites.flatMap(({ origin }) => events.map(({ body }) => webhook(origin, body))),
      ...bought.flatMap(({ id, sessionId }) =>
        sites.map(({ origin }) =>
          fetch(`${origin}/accreditation/success?session_id=${sessionId}&application_id=${id}`),
        ),
      ),
    ]
    for (const response of await Promise.all(everything)) {
      expect(response.status).toBe(200)
      await response.body?.cancel()
    }
    await until(async () => (await database.sql`select from payment_events where processed_at is null`).length === 0)
    for (const { id } of bought) await expectBookedOnce(database.sql, id)
    expect(await database.sql`select from payment_events where outcome not in ('paid', 'ignored')`).toHaveLength(0)
    expect(await database.sql`select from graphile_worker._private_jobs where attempts > 1`).toHaveLength(0)
  } finally {
    for (const site of sites) {
      await site.stop()
      await site.close()
    }
    await database.close()
  }
}, 120_000)

test('clocks that differ by less than five minutes do no harm; beyond that the event is refused and found by reconciliation', async () => {
  const database = await openTestDatabase()
  const { env } = await settings(database.url)
  const own = await openDatabase(env)
  const site = await startSite(env, own, { log: createLog(() => {}), demoData: false })
  try {
    const seconds = Math.floor(Date.now() / 1000)
    for (const skew of [-290, 0, 290]) {
      expect((await webhook(site.origin, { id: `evt_skew_${skew}` }, seconds + skew)).status).toBe(200)
    }
    const bought = await buy(site.origin, env, database.sql)
    await provider.sandbox.controls.paySession(bought.sessionId)
    const [completed] = await provider.database.sql<{ body: { id: string } }[]>`
      select body from sandbox.payment_objects
      where object = 'event' and body -> 'data' -> 'object' ->> 'id' = ${bought.sessionId}`
    expect((await webhook(site.origin, completed!.body, seconds - 310)).status).toBe(400)
    expect(await database.sql`select from payment_events where id = ${completed!.body.id}`).toHaveLength(0)
    await reconcileNow(database.sql)
    await expectBookedOnce(database.sql, bought.id)
  } finally {
    await site.stop()
    await own.close()
    await database.close()
  }
}, 60_000)

test.each([
  ['slow beyond patience (twice five seconds)', 'hang', 2],
  ['limiting', 'rate-limit', 4],
  ['broken (500)', 'server-error', 1],
  ['busy with the same key', 'in-use', 4],
] as const)(
  'a provider that is %s: the payer is told what to do, and the next attempt makes one order and one page',
  async (_, kind, count) => {
    const database = await openTestDatabase()
    const { env } = await settings(database.url)
    const own = await openDatabase(env)
    const site = await startSite(env, own, { log: createLog(() => {}), demoData: false })
    try {
      const application = await addApplication(database.sql, { status: 'approved' })
      const cookie = ownershipCookie('', [application.id, application.organisationId], {
        env,
        now: () => new Date(),
      }).split(';')[0]!
      const ask = (path: string, body: object) =>
        fetch(`${site.origin}/api/stripe/${path}`, {
          method: 'POST',
          headers: { origin: env.publicUrl, 'content-type': 'application/json', cookie },
          body: JSON.stringify({ applicationId: application.id, ...body }),
        })
      await provider.sandbox.controls.fault(kind, { count, matching: 'POST /v1/checkout/sessions' })
      const listing = (await (await ask('create-listing-session', {})).json()) as { fallbackUrl: string }
      const page = await (await fetch(site.origin + listing.fallbackUrl, { headers: { cookie } })).text()
      expect(page).toContain('Try again')
      expect(page).toContain(env.brand.phone)
      await provider.database.sql`delete from sandbox.payment_faults`
      const again = (await (await ask('create-listing-session', {})).json()) as { url: string }
      expect(again.url).toContain('/sandbox/pay/cs_')
      const same = (await (await ask('create-listing-session', {})).json()) as { url: string }
      expect(same).toEqual(again)
      expect(await database.sql`select from orders where status = 'pending'`).toHaveLength(1)

      await provider.sandbox.controls.fault(kind, { count, matching: 'POST /v1/checkout/sessions' })
      const ads = await ask('create-ads-session', {})
      expect(ads.status).toBe(503)
      expect(await ads.json()).toMatchObject({ success: false })
      await provider.database.sql`delete from sandbox.payment_faults`
      expect(await (await ask('create-ads-session', {})).json()).toMatchObject({ success: true })
      expect(await database.sql`select from orders where status = 'pending' and type = 'ads'`).toHaveLength(1)
      expect(await providerSessions(application.id)).toBe(2)
    } finally {
      await provider.database.sql`delete from sandbox.payment_faults`
      await site.stop()
      await own.close()
      await database.close()
    }
  },
  60_000,
)

test('a payer who comes back while the provider is slow is not kept waiting for it, and is booked all the same', async () => {
  const database = await openTestDatabase()
  const { env } = await settings(database.url)
  const own = await openDatabase(env)
  const site = await startSite(env, own, { log: createLog(() => {}), demoData: false })
  try {
    const bought = await buy(site.origin, env, database.sql)
    await provider.sandbox.controls.paySession(bought.sessionId)
    // The first attempt is never answered; the SDK's second one, after four and a half seconds, is.
    await provider.sandbox.controls.fault('hang', { count: 1, matching: 'GET /v1/checkout/sessions' })
    const landing = `${site.origin}/accreditation/success?session_id=${bought.sessionId}&application_id=${bought.id}`
    expect(await (await fetch(landing)).text()).toContain('Confirming your payment')
    // Nobody asks again: what was begun for the page goes on without it.
    await expectBookedOnce(database.sql, bought.id)
    expect(await (await fetch(landing)).text()).toContain('Congratulations')
  } finally {
    await provider.database.sql`delete from sandbox.payment_faults`
    await site.stop()
    await own.close()
    await database.close()
  }
}, 60_000)

/** Environment of a site whose payments are those of this file's provider. */
async function settings(databaseUrl: string): Promise<{ env: Env; variables: Record<string, string> }> {
  const port = await freePort()
  const variables = {
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: 'a secret of the faults that is long enough',
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: provider.sandbox.apiBase,
  }
  const read = readEnv(variables)
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  return { env: read.env, variables }
}

/** An approved application whose payment page is open. */
async function buy(origin: string, env: Env, sql: Sql): Promise<{ id: string; sessionId: string }> {
  const { id, organisationId } = await addApplication(sql, { status: 'approved' })
  const response = await fetch(`${origin}/api/stripe/create-listing-session`, {
    method: 'POST',
    headers: {
      origin: env.publicUrl,
      'content-type': 'application/json',
      cookie: ownershipCookie('', [id, organisationId], { env, now: () => new Date() }).split(';')[0]!,
    },
    body: JSON.stringify({ applicationId: id }),
  })
  const { url } = (await response.json()) as { url: string }
  return { id, sessionId: url.split('/').at(-1)! }
}

async function webhook(origin: string, event: object, seconds?: number): Promise<Response> {
  const body = JSON.stringify({ object: 'event', type: 'customer.updated', data: { object: {} }, ...event })
  return await fetch(`${origin}/api/stripe/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': await signatureOf(body, webhookSecret, seconds),
    },
    body,
  })
}

async function expectBookedOnce(sql: Sql, applicationId: string): Promise<void> {
  await until(
    async () =>
      (await sql`select from orders where application_id = ${applicationId} and status = 'paid'`).length === 1,
  )
  await until(async () => (await sql`select from payment_events where processed_at is null`).length === 0)
  expect(await sql`select from orders where application_id = ${applicationId}`).toHaveLength(1)
  expect(await sql`select from register_entries where application_id = ${applicationId}`).toHaveLength(1)
  expect(
    await sql`select from register_history h join register_entries e on e.id = h.entry_id where e.application_id = ${applicationId}`,
  ).toHaveLength(1)
  expect(
    await sql`select from mails where once_key in (select 'order-paid:' || id from orders where application_id = ${applicationId})`,
  ).toHaveLength(1)
  // The provider tells of what was bought in the tests before as well, whose orders do not exist here.
  expect(await sql`select from payment_discrepancies where kind <> 'unknown-order'`).toHaveLength(0)
}

/** As if the provider's next attempts were due. */
async function deliverAgain(): Promise<void> {
  await provider.database.sql`update sandbox.payment_deliveries set next_attempt_at = now() where delivered_at is null`
}

/** What the clock does every twenty minutes, for events that have waited for a quarter of an hour. */
async function reconcileNow(sql: Sql): Promise<void> {
  await sql`update payment_events set received_at = received_at - interval '1 hour' where processed_at is null`
  await addJob(sql, 'reconcile-payments', {})
}

async function providerSessions(applicationId: string): Promise<number> {
  const rows = await provider.database.sql`
    select from sandbox.payment_objects
    where object = 'checkout.session' and body -> 'metadata' ->> 'application_id' = ${applicationId}`
  return rows.length
}

const isHeld = async (sql: Sql, table: string) =>
  (await sql`select from pg_locks where relation = ${table}::regclass and mode = 'AccessExclusiveLock' and granted`)
    .length > 0
const isWaitedFor = async (sql: Sql, table: string) =>
  (await sql`select from pg_locks where relation = ${table}::regclass and not granted`).length > 0

async function startProcess(variables: Record<string, string>): Promise<Subprocess> {
  const child = Bun.spawn(['bun', join(projectRoot, 'src/main.ts')], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH ?? '', ...variables },
    stdout: 'ignore',
    stderr: 'ignore',
  })
  await until(async () => (await fetch(`http://127.0.0.1:${variables.PORT}/readyz`)).ok)
  return child
}

async function freePort(): Promise<number> {
  return await new Promise((done, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })
}
