import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sql } from '#database/sql.ts'
import { projectRoot } from '#process/project-root.ts'
import { createApi } from './api.ts'
import { advancePayouts } from './balance.ts'
import { openBooks } from './books.ts'
import { lockOpen } from './checkout.ts'
import { createSandboxControls } from './controls.ts'
import { settleDelayed } from './delayed-payment.ts'
import { deliverEvents } from './deliver-events.ts'
import type { Seller } from './draw-document.ts'
import { createHostedPages } from './hosted.ts'
import { advanceSubscription, settleRenewal } from './subscriptions.ts'

export type PaymentsSandbox = Awaited<ReturnType<typeof startPaymentsSandbox>>

/**
 * A stand-in for Stripe: its API for the official SDK, its hosted pages, and signed webhooks. All its state is in PostgreSQL, so that it
 * survives the process and is shared by replicas.
 * @param publicUrl asked for at each use, because the port may not be known yet. @param webhookUrl null where other processes post events.
 * @param secretKey what callers have to show. @param clock the sandbox's time; renewals, expiries and payouts follow it. @param payouts `manual`: only
 * when `controls.payOut` is called. @param report never gets personal data of ours.
 */
export async function startPaymentsSandbox({
  sql,
  publicUrl,
  webhookUrl,
  webhookSecret,
  secretKey = 'sk_test_sandbox',
  clock = () => new Date(),
  pollMs = 1_000,
  payouts = 'daily',
  seller = { name: 'Test seller', address: [], vatNumber: '' },
  report = (problem) => console.error('payment sandbox', problem),
}: {
  sql: Sql
  publicUrl: () => string
  webhookUrl: (() => string) | null
  webhookSecret: string
  secretKey?: string
  clock?: () => Date
  pollMs?: number
  payouts?: 'daily' | 'manual'
  seller?: Seller
  report?: (problem: unknown) => void
}) {
  await applySandboxSchema(sql)
  const seconds = () => Math.floor(clock().getTime() / 1000)
  const advance = async () => {
    await advanceWhatIsDue(sql, seconds())
    if (payouts === 'daily') await sql.begin((tx) => advancePayouts(openBooks(tx, { now: seconds() })))
  }
  const deliverer = webhookUrl && deliverEvents({ sql, webhookUrl, webhookSecret, pollMs, advance, report })
  const changed = deliverer?.kick ?? (() => {})
  const parts = { sql, publicUrl, seconds, changed }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 120,
    fetch: createApi(parts, secretKey),
    error: (problem) => {
      report(problem)
      return Response.json({ error: { type: 'api_error', message: 'The sandbox failed.' } }, { status: 500 })
    },
  })

  return {
    /** Where the SDK finds the API: on loopback, on a free port. */
    apiBase: `http://127.0.0.1:${server.port}`,
    /** Null for any address that is not below `/sandbox/`. */
    handleHosted: createHostedPages({ ...parts, seller }),
    controls: createSandboxControls({ sql, clock, changed }),
    /** Hands back undelivered events for the next process. */
    async stop() {
      await server.stop(true)
      await deliverer?.stop()
    },
  }
}

/** One process at a time. A role that may not create schemas finds what `bun run migrate` has made. */
export async function applySandboxSchema(sql: Sql): Promise<void> {
  const [role] = await sql<{ may_create: boolean }[]>`
    select has_database_privilege(current_database(), 'create') as may_create`
  if (!role?.may_create) return
  const schema = readFileSync(join(projectRoot, 'sql/sandbox/payments.sql'), 'utf8')
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended('sandbox payments schema', 0))`
    await tx.unsafe(schema)
  })
}

async function advanceWhatIsDue(sql: Sql, now: number): Promise<void> {
  const due = await sql`
    select object, id from sandbox.payment_objects
    where object = 'checkout.session' and body ->> 'status' = 'open' and (body ->> 'expires_at')::bigint <= ${now}
    union all
    select object, id from sandbox.payment_objects
    where object = 'subscription' and body ->> 'status' <> 'canceled' and body ->> 'test_clock' is null and (hidden ->> 'due_at')::bigint <= ${now}
    union all
    select 'debit', id from sandbox.payment_objects
    where object = 'checkout.session' and body ->> 'payment_status' = 'unpaid' and body ->> 'status' = 'complete'
      and (hidden ->> 'due_at')::bigint <= ${now}
    union all
    select o.object, o.id from sandbox.payment_objects as o
    join sandbox.payment_objects as c on c.object = 'customer' and c.id = o.body ->> 'customer'
    where o.object = 'invoice' and o.body ->> 'status' = 'open' and c.body ->> 'test_clock' is null
      and (o.hidden ->> 'due_at')::bigint <= ${now}
    limit 50`
  const problems: unknown[] = []
  for (const { object, id } of due) {
    await sql
      .begin(async (tx) => {
        const [held] = await tx`
          select (hidden ->> 'due_at')::bigint <= ${now} as is_due from sandbox.payment_objects
          where object = ${object === 'debit' ? 'checkout.session' : object} and id = ${id} for update skip locked`
        const books = openBooks(tx, { now })
        if (held && object === 'checkout.session') await lockOpen(books, id)
        if (held?.is_due && object === 'debit') await settleDelayed(books, id, 'paid')
        if (held?.is_due && object === 'invoice') await settleRenewal(books, id, 'paid')
        if (held?.is_due && object === 'subscription') await advanceSubscription(books, id)
      })
      .catch((problem) => problems.push(problem))
  }
  if (problems.length > 0) throw problems[0]
}
