import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { DatabaseWatch } from '#database/watch-database.ts'
import { readCallCounts } from '#process/count-calls.ts'
import type { Services } from '#requests/services.ts'
import type { PageCache } from './page-cache.ts'
import { createWorkMetrics } from './work-metrics.ts'

export type Metrics = ReturnType<typeof createMetrics>

type Context = {
  caches: Pick<PageCache, 'answers' | 'size' | 'bytes'>[]
  watch: Pick<DatabaseWatch, 'sql' | 'answers'>
  works: boolean
  services: Pick<Services, 'documentSpace' | 'env'>
  replica?: { reads: { replica: number; primary: number }; isCurrent: () => boolean }
}

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Labels are patterns and hold no address. Kept answers have no time: measuring would cost a good part of it. */
export function createMetrics({ caches, watch, works, services, replica }: Context) {
  const registry = new Registry()
  const registers = [registry]
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to make an answer, by pattern of the address (answers from cached pages are not among them).',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  })
  const cachedAnswers = new Counter({
    name: 'http_cached_answers_total',
    help: 'Answers from cached pages: 200 with the page, 304 to a browser that has it.',
    labelNames: ['route', 'status'],
    registers,
  })
  const outsideCalls = new Counter({
    name: 'outside_calls_total',
    help: 'Calls of outside services, by service and outcome: answered, or unavailable.',
    labelNames: ['service', 'outcome'],
    registers,
  })
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers })
  const cachedPages = gauge('page_cache_entries', 'Pages and covers that are kept.')
  const cachedBytes = gauge('page_cache_bytes', 'Memory that they are reckoned at, in bytes.')
  const up = gauge('database_up', '1 while the database answers.')
  const connections = gauge('database_connections', 'Connections to the database by state, of all replicas.', ['state'])
  const maxConnections = gauge('database_connections_max', 'Connections that the database server allows.')
  const readsFrom = replica
    ? new Counter({
        name: 'public_reads_total',
        help: 'Public answers that were made, by the database that they were read from.',
        labelNames: ['from'],
        registers,
      })
    : null
  const replicaIsCurrent = replica
    ? gauge('database_replica_current', '1 while the replica for reading is up to date and used.')
    : null
  const reads = new Counter({
    name: 'metrics_reads_total',
    help: 'How often these figures were read, but for what `doctor` asks.',
    registers,
  })
  const work = works ? createWorkMetrics(gauge, services) : null
  const memory = gauge('process_resident_memory_bytes', 'Memory of this process.')
  const heap = gauge('process_heap_bytes', 'What of it JavaScript’s objects take.')
  const cpu = gauge('process_cpu_seconds_total', 'CPU time of this process.')
  const started = gauge('process_start_time_seconds', 'When this process started, in seconds since 1970.')
  started.set(Math.round(Date.now() / 1000 - process.uptime()))

  return {
    answered: (method: string, route: string, status: number, milliseconds: number) =>
      duration.observe({ method, route, status: String(status) }, milliseconds / 1000),
    serve: (port: number) => {
      const fetch = async (request: Request) => {
        if (new URL(request.url).pathname !== '/metrics') return new Response('not found', { status: 404 })
        if (!request.headers.has('x-doctor')) reads.inc()
        const { contentType, text } = await render()
        return new Response(text, { headers: { 'content-type': contentType, 'cache-control': 'no-store' } })
      }
      const server = Bun.serve({ port, hostname: '0.0.0.0', fetch })
      return { stop: () => server.stop(true) }
    },
  }

  async function render() {
    readProcess()
    await readDatabase()
    return { contentType: registry.contentType, text: await registry.metrics() }
  }

  function readProcess(): void {
    cachedPages.set(caches.reduce((sum, cache) => sum + cache.size(), 0))
    cachedBytes.set(caches.reduce((sum, cache) => sum + cache.bytes(), 0))
    cachedAnswers.reset()
    for (const [route, { fresh, known }] of caches.flatMap((cache) => [...cache.answers()])) {
      if (fresh > 0) cachedAnswers.inc({ route, status: '200' }, fresh)
      if (known > 0) cachedAnswers.inc({ route, status: '304' }, known)
    }
    outsideCalls.reset()
    for (const [service, counts] of readCallCounts()) {
      for (const [outcome, count] of Object.entries(counts)) outsideCalls.inc({ service, outcome }, count)
    }
    readsFrom?.reset()
    for (const [from, count] of Object.entries(replica?.reads ?? {})) readsFrom?.inc({ from }, count)
    replicaIsCurrent?.set(replica?.isCurrent() ? 1 : 0)
    const { rss, heapUsed } = process.memoryUsage()
    memory.set(rss)
    heap.set(heapUsed)
    const { user, system } = process.cpuUsage()
    cpu.set((user + system) / 1e6)
  }

  async function readDatabase(): Promise<void> {
    connections.reset()
    const there = await watch.answers()
    up.set(there ? 1 : 0)
    if (!there) {
      maxConnections.set(Number.NaN)
      work?.forget()
      return
    }
    const { sql } = watch
    const [connectionRows] = await Promise.all([
      sql<{ state: string; connections: number; max: number }[]>`
        select coalesce(state, 'other') as state, count(*)::int as connections, current_setting('max_connections')::int as max
        from pg_stat_activity where datname = current_database() group by 1`,
      work?.read(sql),
    ])
    for (const { state, connections: count, max } of connectionRows) {
      connections.set({ state }, count)
      maxConnections.set(max)
    }
  }
}
