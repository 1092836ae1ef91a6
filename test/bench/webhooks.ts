import { join, resolve } from 'node:path'
import { migrate } from '#database/migrate.ts'
import { openSql, type Sql } from '#database/sql.ts'
import { type Env, readEnv } from '#env.ts'
import { paymentEventTypes } from '#features/payments/fulfilment/server/process-payment-event.ts'
import { projectRoot } from '#process/project-root.ts'
import { ownershipCookie } from '#requests/ownership.ts'
import { signatureOf } from '#sandbox/payments/deliver-events.ts'
import { startPaymentsSandbox } from '#sandbox/payments/start-payments-sandbox.ts'
import { addApplication } from '../add-application.ts'
import { randomOf, shuffled } from '../shuffle.ts'

// `bun test/bench/webhooks.ts [SEED]`: 1,000 webhook deliveries for 100 orders, shuffled, doubled and concurrent, at the built site; how
// fast they are answered, how fast they are processed, and whether the books are right in the end. BENCH_DATABASE_URL names the server;
// without it, the embedded one is started.

const orders = 100
const deliveries = 1_000
const concurrency = 32
const webhookSecret = 'whsec_only_for_measuring'
/** Of the orders: how many are refunded in full, in part, disputed, and won back. The others stay paid. */
const fates = { refunded: 10, 'part refunded': 10, disputed: 10, 'won back': 10 } as const
const wanted = { paid: orders - fates.refunded - fates.disputed, refunded: fates.refunded, disputed: fates.disputed }

type Bought = { id: string; sessionId: string }

/**
 * Measures on databases of its own, which it drops.
 *
 * @param serverUrl a PostgreSQL server where databases may be made.
 * @returns lines of the report. @throws where the books are wrong in the end.
 */
export async function measureWebhooks(serverUrl: string, seed = 20_261_121): Promise<string> {
  const site = await emptyDatabase(serverUrl, 'site')
  const books = await emptyDatabase(serverUrl, 'provider')
  const provider = await startPaymentsSandbox({
    sql: books.sql,
    publicUrl: () => 'http://127.0.0.1:9',
    // Nobody listens there: what is delivered, and when, is decided here.
    webhookUrl: () => 'http://127.0.0.1:9/none',
    webhookSecret,
    pollMs: 3_600_000,
  })
  const variables = {
    PORT: '3995',
    PUBLIC_URL: 'http://127.0.0.1:3995',
    DATABASE_URL: site.url,
    NODE_ENV: 'production',
    SESSION_SECRET: 'only-for-measuring-webhooks-and-long-enough',
    SIGNING_SECRET: 'only-for-measuring-and-for-nothing-else-at-all',
    SANDBOX: 'companies,addresses,mail',
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: provider.apiBase,
    LOG_REQUESTS: '0',
  }
  const read = readEnv(variables)
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  const child = Bun.spawn(['bun', join(projectRoot, 'dist/server/main.js')], {
    env: { PATH: process.env.PATH ?? '', ...variables },
    stdout: 'ignore',
    stderr: 'inherit',
  })
  try {
    await until(async () => (await fetch(`${variables.PUBLIC_URL}/readyz`)).ok)
    const bought = await buy(site.sql, read.env)
    await decide(bought)
    const sent = await deliverySet(seed)
    const started = performance.now()
    const times = await deliver(sent)
    const answered = performance.now() - started
    await until(
      async () => (await site.sql`select from payment_events where processed_at is null limit 1`).length === 0,
    )
    const processedMs = performance.now() - started
    await check(site.sql)
    return report(times, answered, processedMs, new Set(sent.map(({ id }) => id)).size, seed)
  } finally {
    child.kill()
    await child.exited
    await provider.stop()
    await site.drop()
    await books.drop()
  }

  async function buy(sql: Sql, env: Env): Promise<Bought[]> {
    const bought: Bought[] = []
    for (let index = 0; index < orders; index++) {
      const { id, organisationId } = await addApplication(sql, { status: 'approved' })
      const response = await fetch(`${env.publicUrl}/api/stripe/create-listing-session`, {
        method: 'POST',
        headers: {
          origin: env.publicUrl,
          'content-type': 'application/json',
          cookie: ownershipCookie('', [id, organisationId], { env, now: () => new Date() }).split(';')[0]!,
        },
        body: JSON.stringify({ applicationId: id }),
      })
      if (response.status === 429) {
        await sql`delete from rate_limits`
        index--
        continue
      }
      const { url } = (await response.json()) as { url: string }
      bought.push({ id, sessionId: url.split('/').at(-1)! })
    }
    return bought
  }

  async function decide(bought: Bought[]): Promise<void> {
    const left = [...bought]
    for (const { sessionId } of bought) await provider.controls.paySession(sessionId)
    for (const fate of Object.keys(fates) as (keyof typeof fates)[]) {
      for (const { sessionId } of left.splice(0, fates[fate])) {
        const charge = await chargeOf(sessionId)
        if (fate === 'refunded') await provider.controls.refund(charge)
        if (fate === 'part refunded') await provider.controls.refund(charge, 1_000)
        if (fate === 'disputed' || fate === 'won back') {
          const { id } = await provider.controls.openDispute(charge)
          if (fate === 'won back') await provider.controls.closeDispute(id, 'won')
        }
      }
    }
  }

  async function chargeOf(sessionId: string): Promise<string> {
    const [row] = await books.sql`
      select c.id from sandbox.payment_objects s
      join sandbox.payment_objects i on i.object = 'invoice_payment' and i.body ->> 'invoice' = s.body ->> 'invoice'
      join sandbox.payment_objects c
        on c.object = 'charge' and c.body ->> 'payment_intent' = i.body -> 'payment' ->> 'payment_intent'
      where s.id = ${sessionId}`
    return row!.id
  }

  /** Every event that matters at least once, then any of them again, in any order. */
  async function deliverySet(from: number): Promise<{ id: string; body: string }[]> {
    const random = randomOf(from)
    const rows = await books.sql<{ id: string; body: object }[]>`
      select id, body from sandbox.payment_objects
      where object = 'event' and body ->> 'type' = any (${[...paymentEventTypes]})`
    const events = rows.map(({ id, body }) => ({ id, body: JSON.stringify(body) }))
    const again = Array.from(
      { length: Math.max(0, deliveries - events.length) },
      () => events[Math.floor(random() * events.length)]!,
    )
    return shuffled([...events, ...again], random)
  }

  async function deliver(sent: { body: string }[]): Promise<number[]> {
    const queue = [...sent]
    const times: number[] = []
    await Promise.all(
      Array.from({ length: concurrency }, async () => {
        for (let next = queue.pop(); next; next = queue.pop()) {
          const signature = await signatureOf(next.body, webhookSecret)
          const began = performance.now()
          const { status } = await fetch(`${variables.PUBLIC_URL}/api/stripe/webhook`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'stripe-signature': signature },
            body: next.body,
          })
          times.push(performance.now() - began)
          if (status !== 200) throw new Error(`A genuine delivery was answered with ${status}.`)
        }
      }),
    )
    return times.sort((one, other) => one - other)
  }
}

/** The final state: every order booked once, what went back taken back, one receipt each, and nothing reported. */
async function check(sql: Sql): Promise<void> {
  const count = async (statement: string) => Number((await sql.unsafe(`select count(*) from ${statement}`))[0]!.count)
  const found = {
    orders: await count('orders'),
    paid: await count("orders where status = 'paid'"),
    refunded: await count("orders where status = 'refunded'"),
    disputed: await count("orders where status = 'disputed'"),
    entries: await count('register_entries'),
    live: await count("register_entries where status = 'active' and valid_until > now()"),
    receipts: await count("mails where kind = 'order-paid'"),
    discrepancies: await count('payment_discrepancies'),
  }
  const right = { orders, ...wanted, entries: orders, live: wanted.paid, receipts: orders, discrepancies: 0 }
  if (JSON.stringify(found) !== JSON.stringify(right)) {
    throw new Error(`The books are wrong: ${JSON.stringify(found)} instead of ${JSON.stringify(right)}`)
  }
}

function report(times: number[], answered: number, processedMs: number, events: number, seed: number): string {
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(1)
  const rate = (count: number, ms: number) => Math.round(count / (ms / 1000))
  return [
    `Webhooks: ${times.length} deliveries (${events} events, some again and again, in any order, seed ${seed}) for ${orders} orders, ${concurrency} at a time:`,
    '',
    '| What | per second | p50 ms | p99 ms | in all, s |',
    '|---|---|---|---|---|',
    `| deliveries answered | ${rate(times.length, answered)} | ${at(0.5)} | ${at(0.99)} | ${(answered / 1000).toFixed(1)} |`,
    `| events processed | ${rate(events, processedMs)} | | | ${(processedMs / 1000).toFixed(1)} |`,
    '',
    `In the end: ${wanted.paid} paid, ${wanted.refunded} refunded, ${wanted.disputed} disputed; ${orders} register entries, of which ${wanted.paid} stand; ${orders} receipts; nothing lost, nothing doubled.`,
    '',
  ].join('\n')
}

async function emptyDatabase(serverUrl: string, purpose: string) {
  const name = `webhooks_${purpose}_${process.pid}`
  const admin = openSql(serverUrl, { connections: 1 })
  await admin.unsafe(`create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const sql = openSql(url.href, { connections: 8 })
  await migrate(sql, url.href)
  return {
    sql,
    url: url.href,
    drop: async () => {
      await sql.end({ timeout: 1 })
      await admin.unsafe(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

async function until(look: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 300_000; Date.now() < end; await Bun.sleep(20)) {
    if (await look().catch(() => false)) return
  }
  throw new Error('It did not happen within five minutes.')
}

if (import.meta.main) {
  const seed = process.argv[2] ? Number(process.argv[2]) : undefined
  const given = process.env.BENCH_DATABASE_URL
  const { startEmbedded } = await import('#database/embedded.ts')
  const server = given
    ? { url: given, stop: () => {} }
    : await startEmbedded(resolve(projectRoot, '.data/bench/postgres'))
  console.info(await measureWebhooks(server.url, seed))
  server.stop()
}
