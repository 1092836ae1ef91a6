import type { Database } from './database/connect.ts'
import { watchDatabase } from './database/watch-database.ts'
import type { Env } from './env.ts'
import { loadDemoCoupon } from './features/coupons/load-demo-coupon.ts'
import { loadDemoNationalEvents } from './features/demo/load-demo-national-events.ts'
import { loadDemoRegister } from './features/demo/load-demo-register.ts'
import { loadDemoPartners } from './features/partners/load-demo-partners.ts'
import { createApp } from './http/app.ts'
import { hearNotices } from './http/hear-notices.ts'
import { serveMetrics } from './http/serve-metrics.ts'
import { createLog, type Log } from './log.ts'
import { createAuth } from './providers/auth/better-auth.ts'
import { ensureFirstAdmin } from './providers/auth/first-admin.ts'
import { createCrmWebhook } from './providers/crm/crm-webhook.ts'
import { createMail } from './providers/mail/create-mail.ts'
import type { PaymentsSandbox } from './providers/payments/sandbox/start-payments-sandbox.ts'
import { whenNeeded } from './providers/when-needed.ts'
import type { Services } from './services.ts'
import { withSpans } from './trace.ts'

export type Site = {
  /** Where this process listens, for callers on the same machine. */
  origin: string
  services: Services
  /** Answers what has begun, takes nothing new, and ends. */
  stop: () => Promise<void>
}

type SiteOptions = {
  log?: Log
  now?: () => Date
  /** Load the demonstration data into empty tables. */
  demoData?: boolean
  /** Whether the clock begins jobs, too; without, only what is done on the site does. */
  scheduled?: boolean
}

/** Starts everything that belongs to one running site on an open, migrated database. */
export async function startSite(env: Env, database: Database, options: SiteOptions = {}): Promise<Site> {
  const { sql: pool } = database
  const { log = createLog(), now = () => new Date(), demoData = env.mode === 'demo', scheduled = true } = options
  const traces = env.traces && (await import('./open-traces.ts')).openTraces(env.traces)
  const watch = watchDatabase(pool, database.url, log)
  const { sql } = watch
  let origin = ''

  let sandboxStarted: Promise<PaymentsSandbox> | undefined
  const sandbox = () => {
    sandboxStarted ??= startSandbox()
    return sandboxStarted
  }
  const outside = <Provider extends object>(name: string, provider: Provider) =>
    traces ? withSpans(name, provider) : provider
  const services: Services = {
    env,
    brand: env.brand,
    sql,
    log,
    now,
    payments: outside(
      'payments',
      whenNeeded(async () => {
        const { createPayments } = await import('./providers/payments/stripe-payments.ts')
        const apiBase = env.sandbox.has('payments') ? (await sandbox()).apiBase : env.stripe.apiBase
        return createPayments({ ...env.stripe, apiBase })
      }),
    ),
    companies: outside(
      'companies',
      whenNeeded(async () => {
        const { createCompanies } = await import('./providers/companies/create-companies.ts')
        return createCompanies(env, { sql, log })
      }),
    ),
    addresses: outside(
      'addresses',
      whenNeeded(async () => {
        const { createAddresses } = await import('./providers/addresses/create-addresses.ts')
        return createAddresses(env)
      }),
    ),
    mail: outside('mail', createMail(env)),
    crm: env.crm && outside('crm', createCrmWebhook(env.crm, now)),
    auth: createAuth({ sql, env, log }),
  }
  if (demoData) {
    await Promise.all([
      loadDemoPartners(sql),
      loadDemoCoupon(sql),
      loadDemoRegister(sql, now()),
      loadDemoNationalEvents(sql, now()),
    ])
  }
  if (env.admin) await ensureFirstAdmin(services.auth, sql, env.admin)

  const sandboxPages = async (request: Request) =>
    env.sandbox.has('payments') ? (await sandbox()).handleHosted(request) : null
  const { kept, metrics, visits, listen, loadForms, drain } = await createApp(services, sandboxPages, watch)
  const notices = await hearNotices({ databaseUrl: database.url, watch, kept, log })
  const server = listen(env.port)
  origin = `http://127.0.0.1:${server.port}`
  const metricsServer = metrics && serveMetrics(metrics, env.metricsPort)
  // Loading what pages do without keeps the process busy for a while: whoever waits at the door already is answered first.
  await Bun.sleep(50)
  await loadForms()
  const { runJobs } = await import('./jobs/run-jobs.ts')
  const jobs = await runJobs(services, database.url, scheduled ? {} : { schedule: [] })
  if (env.sandbox.has('payments')) await sandbox()

  return {
    origin,
    services,
    stop: async () => {
      drain()
      await Bun.sleep(env.drainSeconds * 1000)
      await server.stop()
      await jobs.stop()
      await visits.stop()
      await (await sandboxStarted)?.stop()
      await notices.stop()
      await watch.stop()
      await metricsServer?.stop()
      await traces?.stop()
    },
  }

  async function startSandbox(): Promise<PaymentsSandbox> {
    const { startPaymentsSandbox } = await import('./providers/payments/sandbox/start-payments-sandbox.ts')
    return await startPaymentsSandbox({
      sql,
      publicUrl: () => env.publicUrl,
      webhookUrl: () => `${origin}/api/stripe/webhook`,
      webhookSecret: env.stripe.webhookSecret,
      secretKey: env.stripe.secretKey,
      clock: now,
      report: (problem) => log.error('payment sandbox', {}, problem),
    })
  }
}
