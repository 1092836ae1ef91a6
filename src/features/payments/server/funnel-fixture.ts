import { afterAll } from 'bun:test'
import type { OrderType } from '#domain/catalogue.ts'
import { readEnv } from '#env.ts'
import { createLog } from '#process/log.ts'
import type { PaymentEvent } from '#providers/payments/payments.ts'
import { createPayments } from '#providers/payments/stripe-payments.ts'
import type { Services } from '#requests/services.ts'
import { startPaymentsSandbox } from '#sandbox/payments/start-payments-sandbox.ts'
import { addApplication } from '#test/add-application.ts'
import { openTestDatabase } from '#test/database.ts'
import type { CheckoutStart } from '../checkout/server/start-checkout.ts'
import { startCheckout } from '../checkout/server/start-checkout.ts'
import { processPaymentEvent } from '../fulfilment/server/process-payment-event.ts'

/**
 * The funnel on a database of its own, with the payment sandbox behind the real SDK. No webhook is delivered and no queue runs:
 * a test hands over the events that the sandbox has recorded itself, in whatever order it likes. It is closed after the tests of the file that calls this.
 */
export async function funnelOfFile(settings: Record<string, string> = {}) {
  const database = await openTestDatabase()
  const { sql } = database
  const state = { time: new Date('2026-11-21T12:00:00Z') }
  const read = readEnv({ PUBLIC_URL: 'http://127.0.0.1:9', ...settings })
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  const { env } = read
  const sandbox = await startPaymentsSandbox({
    sql,
    publicUrl: () => env.publicUrl,
    webhookUrl: () => 'http://127.0.0.1:9/no-such-webhook',
    webhookSecret: env.stripe.webhookSecret,
    clock: () => state.time,
    pollMs: 60_000,
    payouts: 'manual',
  })
  afterAll(async () => {
    await sandbox.stop()
    await database.close()
  })
  // The tests' time is their own; the code has been there for long.
  await sql`update coupons set starts_at = '2026-01-01'`
  const logged: string[] = []
  const services = {
    env,
    brand: env.brand,
    sql,
    now: () => state.time,
    log: createLog((line) => logged.push(line)),
    payments: createPayments({ ...env.stripe, apiBase: sandbox.apiBase, timeoutMs: 1_500 }),
  } as Services
  const expired = { ...env.stripe, secretKey: 'sk_test_expired' }

  return {
    sql,
    services,
    /** The same with a secret key that the provider does not take. */
    strangersServices: { ...services, payments: createPayments({ ...expired, apiBase: sandbox.apiBase }) },
    state,
    logged,
    controls: sandbox.controls,

    start: (
      applicationId: string,
      coupon: string | null = null,
      product: OrderType = 'listing',
      metadata: Record<string, string> = {},
    ) => startCheckout(services, { applicationId, product, coupon, metadata }, null),

    /** An approved application with its payment page open. */
    async open(coupon: string | null = null, product: OrderType = 'listing', metadata: Record<string, string> = {}) {
      // Tests hear of renewals years later: a first publication after the event's day would be refused.
      const application = await addApplication(sql, { status: 'approved', draft: { date: '2035-08-21' } })
      const url = ready(await this.start(application.id, coupon, product, metadata))
      return { ...application, url, sessionId: sessionOf(url) }
    },

    order: async (applicationId: string) =>
      (await sql`select * from orders where application_id = ${applicationId} order by created_at`)[0]!,

    /** Every event that the sandbox has recorded of these types, oldest first; all of them without types. */
    async events(...types: string[]): Promise<PaymentEvent[]> {
      const rows = await sql<{ body: PaymentEvent }[]>`
        select body from sandbox.payment_objects where object = 'event' order by position`
      return rows.map((row) => row.body).filter((event) => types.length === 0 || types.includes(event.type))
    },

    /** Stores an event as the webhook does and works it off. */
    async take(event: PaymentEvent, by: Services = services): Promise<string | null> {
      await sql`
        insert into payment_events (id, type, payload) values (${event.id}, ${event.type}, ${sql.json(event as never)})
        on conflict (id) do nothing`
      await processPaymentEvent({ eventId: event.id }, by)
      const [row] = await sql`select outcome from payment_events where id = ${event.id}`
      return row!.outcome
    },

    /** Processes what became unprocessed again, as the queue would. */
    async takeWaiting(): Promise<void> {
      for (const { id } of await sql`select id from payment_events where processed_at is null order by received_at`) {
        await processPaymentEvent({ eventId: id }, services)
      }
    },

    /** Mails of a kind, oldest first. */
    mails: (kind: string) => sql<{ to_email: string; subject: string; text_body: string }[]>`
      select to_email, subject, text_body from mails where kind = ${kind} order by id`,
  }
}

/** The address of the payment page that a request must have led to. */
export function ready(started: CheckoutStart): string {
  if (started.kind !== 'ready') throw new Error(`No payment page: ${started.kind}`)
  return started.url
}

export function sessionOf(url: string): string {
  return url.split('/').at(-1)!
}
