import type { Server } from 'bun'
import type { Database } from './database/connect.ts'
import type { Counter } from './database/count-in-memory.ts'
import { traceStatements } from './database/follow-statements.ts'
import { followReplica, type ReadReplica } from './database/read-replica.ts'
import { watchDatabase } from './database/watch-database.ts'
import { pageTags } from './domain/page-tags.ts'
import type { Env } from './env.ts'
import { createApp } from './http/app.ts'
import { programChanged } from './http/edge-headers.ts'
import { listenForInvalidations } from './http/invalidation-listener.ts'
import { type EdgePurger, purgeEdge } from './http/purge-edge.ts'
import { createLog, type Log } from './process/log.ts'
import { ensureFirstAdmin } from './providers/auth/first-admin.ts'
import type { Services } from './requests/services.ts'
import type { PaymentsSandbox } from './sandbox/payments/start-payments-sandbox.ts'
import { createServices } from './services.ts'
import { startWork, type WorkParts } from './start-work.ts'

export type Site = Awaited<ReturnType<typeof startSite>>

type SiteOptions = {
  log?: Log
  now?: () => Date
  demoData?: boolean
  /** Whether the demonstration has cases to work on, too. */
  demoCases?: boolean
  /** Whether the clock starts jobs and the log is signed. */
  scheduled?: boolean
  /** Aborted when the start is no longer wanted. */
  signal?: AbortSignal
}

type Parts = WorkParts & {
  visits: Counter
  replica: ReadReplica
  notices: Awaited<ReturnType<typeof listenForInvalidations>>
  server: Server<unknown>
  metrics: { stop: () => Promise<void> }
  demoCases: { stop: () => Promise<void> }
  purger: EdgePurger
}

const databaseMs = 10_000
const requestsMs = 5000

/** Pages are answered before `/readyz` reports ready. @throws what kept a part from starting, or the reason of `signal`; started parts are stopped. */
export async function startSite(env: Env, database: Database, options: SiteOptions = {}) {
  const { sql: pool } = database
  const {
    log = createLog(),
    now = () => new Date(),
    demoData = env.mode === 'demo',
    demoCases = demoData,
    scheduled = true,
    signal,
  } = options
  const traces = env.traces && (await import('./process/open-traces.ts')).openTraces(env.traces)
  const watch = watchDatabase(pool, database.url, log)
  const sql = traces ? traceStatements(watch.sql) : watch.sql
  const answers = env.role !== 'worker'
  const works = env.role !== 'web'
  let origin = ''
  let isStarted = false
  let isDraining = false
  let lacked = ''

  let sandboxStarted: Promise<PaymentsSandbox> | undefined
  const sandbox = () => {
    if (!sandboxStarted) {
      sandboxStarted = startSandbox()
      // One that found the database away is tried again.
      sandboxStarted.catch(() => {
        sandboxStarted = undefined
      })
    }
    return sandboxStarted
  }
  const paymentsApi = async () => (env.sandbox.has('payments') ? (await sandbox()).apiBase : env.stripe.apiBase)
  const services = createServices({ env, sql, log, now, isTraced: Boolean(traces), paymentsApi })
  const parts: Partial<Parts> = {}
  try {
    await start()
  } catch (problem) {
    await stop()
    throw problem
  }
  return { origin, services: services as Services, stop }

  /** Each step can take seconds on a slow machine, so `signal` is checked between them. */
  async function start(): Promise<void> {
    if (env.witnesses) await (await import('./features/proof/witnesses/server/policy-of.ts')).policyOf(env)
    if (demoData) {
      const { loadDemonstration } = await import('./sandbox/demo/load-demonstration.ts')
      await loadDemonstration(services, now())
    }
    // Where they sign in: who works jobs alone is not handed their password.
    if (env.admin && answers) await ensureFirstAdmin(services.auth, sql, env.admin)
    signal?.throwIfAborted()

    const sandboxPages = async (request: Request) =>
      env.sandbox.has('payments') ? (await sandbox()).handleHosted(request) : null
    const url = env.databaseReadUrl
    const replica = url ? followReplica({ url, connections: env.databaseConnections, primary: sql, log }) : null
    if (replica) parts.replica = replica
    const { invalidated, metrics, visits, listen, loadForms } = answers
      ? await createApp(services, sandboxPages, watch, isReady, replica)
      : await (await import('./http/probes.ts')).createProbes(services, watch, isReady)
    if (visits) parts.visits = visits
    const cache: typeof invalidated = {
      clear() {
        replica?.announced()
        invalidated.clear()
        void announceProgram()
      },
      announce(tags) {
        // At the same moment: nothing may be made of an older copy in between.
        replica?.announced()
        invalidated.announce(tags)
        parts.purger?.announce(tags)
        if (tags.includes(pageTags.register) || tags.includes('*')) parts.publicLog?.wake()
        if (tags.includes(pageTags.registerLog) || tags.includes('*')) parts.credentials?.wake()
      },
    }
    if (services.cdn) parts.purger = purgeEdge({ cdn: services.cdn, databaseUrl: database.directUrl, log, now })
    parts.notices = await listenForInvalidations({ databaseUrl: database.directUrl, watch, cache, log })
    signal?.throwIfAborted()
    parts.server = listen(env.port)
    origin = `http://127.0.0.1:${parts.server.port}`
    if (metrics) parts.metrics = metrics.serve(env.metricsPort)
    // Loading the rest keeps the process busy: visitors who wait are answered first.
    await Bun.sleep(50)
    await loadForms()
    signal?.throwIfAborted()
    if (works) {
      const { isUnavailable } = watch
      await startWork(parts, services, { databaseUrl: database.directUrl, scheduled, isUnavailable })
    }
    if (env.sandbox.has('payments')) {
      await untilDatabaseIsThere()
      await sandbox()
    }
    signal?.throwIfAborted()
    isStarted = true
    if (demoCases && works) parts.demoCases = addDemoCases()
  }

  /** Takes seconds on a slow machine, so the site is ready before. */
  function addDemoCases(): Parts['demoCases'] {
    const ending = new AbortController()
    const added = import('./sandbox/demo/load-demo-cases.ts')
      .then(({ loadDemoCases }) => loadDemoCases(services, ending.signal))
      .catch((problem) => {
        if (!ending.signal.aborted) log.error('demonstration cases not added', {}, problem)
      })
    return {
      stop: async () => {
        ending.abort()
        await added
      },
    }
  }

  async function announceProgram(): Promise<void> {
    if (!services.cdn || !answers) return
    await sql`select announce_page_data(${[programChanged]})`.catch((problem) =>
      log.error('edge not told', {}, problem),
    )
  }

  /** On a slow machine a visitor's request may have found the database away for a moment. */
  async function untilDatabaseIsThere(): Promise<void> {
    for (const end = performance.now() + databaseMs; watch.isUnavailable() && performance.now() < end; )
      await Bun.sleep(100)
  }

  /** Answers what has begun, takes nothing new, and ends. */
  async function stop(): Promise<void> {
    isDraining = true
    // At once: other processes run the queue. Visitors are answered until the proxy sends them elsewhere.
    const jobs = parts.jobs?.stop()
    if (isStarted) await Bun.sleep(env.drainSeconds * 1000)
    await Promise.all([
      jobs,
      parts.server && endServer(parts.server),
      parts.publicLog?.stop(),
      parts.credentials?.stop(),
      parts.demoCases?.stop(),
    ])
    await parts.queue?.end()
    await Promise.all([parts.visits?.stop(), services.failedChecks.stop(), services.keyUses.stop()])
    services.pdfs.stop()
    // A failed start was reported already.
    await (await sandboxStarted?.catch(() => undefined))?.stop()
    await parts.notices?.stop()
    await parts.purger?.stop()
    // For other processes. Without one, the edge keeps what it has until there is one again.
    if (isStarted) await announceProgram()
    await parts.replica?.stop()
    await watch.stop()
    await parts.metrics?.stop()
    await traces?.stop()
  }

  async function isReady(): Promise<boolean> {
    if (!isStarted || isDraining) return false
    const lacks = [
      (await watch.isReady()) ? '' : 'database',
      parts.notices?.listens() ? '' : 'notices',
      !works || parts.jobs?.runsJobs() ? '' : 'queue',
      // A process that answers requests continues while the log cannot be signed.
      answers || !scheduled || env.isRestoring || parts.publicLog?.isSigned() ? '' : 'public log',
    ]
    const lacking = lacks.filter(Boolean).join(', ')
    // Load balancers ask twice a second: only changes are logged.
    if (lacking !== lacked) {
      if (lacking) log.error('not ready', { lacking })
      else log.info('ready again')
      lacked = lacking
    }
    return lacking === ''
  }

  async function startSandbox(): Promise<PaymentsSandbox> {
    const { startPaymentsSandbox } = await import('./sandbox/payments/start-payments-sandbox.ts')
    return await startPaymentsSandbox({
      sql,
      publicUrl: () => env.publicUrl,
      webhookUrl: answers ? () => `${origin}/api/stripe/webhook` : null,
      webhookSecret: env.stripe.webhookSecret,
      secretKey: env.stripe.secretKey,
      clock: now,
      seller: env.brand,
      report: (problem) => log.error('payment sandbox', {}, problem),
    })
  }
}

/** Begun requests may finish; a download to a slow reader is cut off in the end. */
async function endServer(server: Server<unknown>): Promise<void> {
  const ended = server.stop()
  await Promise.race([ended, Bun.sleep(requestsMs)])
  await server.stop(true)
}
