import { join } from 'node:path'
import type { Subprocess } from 'bun'
import { migrate } from '../../src/database/migrate.ts'
import { openSql } from '../../src/database/sql.ts'
import { projectRoot } from '../../src/process/project-root.ts'

// `bun test/bench/rolling-restart.ts`: three replicas, load on those that say they are ready (`/readyz`, asked twice a second as a load
// balancer does), and each restarted in turn; then counts the requests that failed and the enquiries that were stored. No request is
// repeated. DATABASE_URL names a server on which a database is made for it; without it, the embedded one is started.
// `bun test/bench/rolling-restart.ts ORIGIN`: the same load through the load balancer at ORIGIN, set up for the replicas on ports 3935
// to 3937 (docs/operating.md), but passing on the X-Forwarded-For of the load, which tells its visitors apart.

type Count = { requests: number; failures: string[]; slowest: number }
const kinds = ['cached page', 'made page', 'enquiry'] as const
const counts = new Map<string, Count>(kinds.map((kind) => [kind, { requests: 0, failures: [], slowest: 0 }]))
let running = true

const origin = process.argv[2] ?? 'http://127.0.0.1:3935'
const ports = [3935, 3936, 3937]
let ready: string[] = []

await restartEachInTurn()

async function restartEachInTurn(): Promise<void> {
  const server = await chooseServer()
  const name = `rolling_${process.pid}`
  const admin = openSql(server.url, { connections: 1 })
  await admin.unsafe(`create database ${name}`)
  const url = new URL(server.url)
  url.pathname = `/${name}`
  const sql = openSql(url.href, { connections: 2 })
  await migrate(sql, url.href)

  const site = (port: number) =>
    start('main', {
      NODE_ENV: 'production',
      PORT: String(port),
      PUBLIC_URL: origin,
      DATABASE_URL: url.href,
      SESSION_SECRET: 'only-for-measuring-a-rolling-restart-here',
      SIGNING_SECRET: 'only-for-measuring-and-for-nothing-else-at-all',
      SANDBOX: 'payments,companies,addresses,mail',
      TRUST_PROXY: '1',
      DRAIN_SECONDS: '2',
      LOG_REQUESTS: '0',
      DATABASE_CONNECTIONS: '5',
    })
  const replicas = ports.map(site)
  try {
    for (const port of ports) await answers(`http://127.0.0.1:${port}/readyz`)
    await answers(`${origin}/readyz`)
    const loading = Promise.all([lookWhoIsReady(), load()])
    await Bun.sleep(3000)
    for (const [index, port] of ports.entries()) {
      const began = performance.now()
      replicas[index]!.kill('SIGTERM')
      await replicas[index]!.exited
      replicas[index] = site(port)
      await answers(`http://127.0.0.1:${port}/readyz`)
      // Until whoever sends requests has noticed as well.
      await Bun.sleep(1500)
      console.info(`replica ${index + 1} restarted in ${Math.round(performance.now() - began)} ms`)
    }
    await Bun.sleep(2000)
    running = false
    await loading
    const [row] = await sql<{ stored: number }[]>`select count(*)::int as stored from contact_enquiries`
    report()
    console.info(`enquiries stored: ${row!.stored}, answered with success: ${successes('enquiry')}`)
  } finally {
    for (const each of replicas) each.kill('SIGKILL')
    await Promise.all(replicas.map((each) => each.exited))
    await sql.end()
    await admin.unsafe(`drop database ${name} with (force)`)
    await admin.end()
    server.stop()
  }
}

function start(program: string, env: Record<string, string>): Subprocess {
  return Bun.spawn(['bun', join(projectRoot, `dist/server/${program}.js`)], {
    env: { PATH: process.env.PATH, ...env },
    stdout: 'ignore',
    stderr: 'inherit',
  })
}

async function lookWhoIsReady(): Promise<void> {
  const asked = process.argv[2] ? [origin] : ports.map((port) => `http://127.0.0.1:${port}`)
  while (running) {
    const answers = await Promise.all(
      asked.map((each) =>
        fetch(`${each}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    )
    ready = asked.filter((_, index) => answers[index])
    await Bun.sleep(500)
  }
}

async function load(): Promise<void> {
  while (ready.length === 0) await Bun.sleep(50)
  const one = () => ready[Math.floor(Math.random() * ready.length)] ?? origin
  await Promise.all([
    ...Array.from({ length: 8 }, () => ask('cached page', () => fetch(one()))),
    ...Array.from({ length: 4 }, () => ask('made page', () => fetch(`${one()}/listings?n=${Bun.randomUUIDv7()}`))),
    ...Array.from({ length: 2 }, () => ask('enquiry', () => fetch(`${one()}/api/contact`, enquiry()))),
  ])
}

async function ask(kind: string, send: () => Promise<Response>): Promise<void> {
  const count = counts.get(kind)!
  while (running) {
    const began = performance.now()
    count.requests++
    try {
      const response = await send()
      await response.arrayBuffer()
      if (response.status !== 200) count.failures.push(String(response.status))
    } catch (problem) {
      count.failures.push(problem instanceof Error && 'code' in problem ? String(problem.code) : 'broken')
    }
    count.slowest = Math.max(count.slowest, performance.now() - began)
    // A person between two clicks, so that two cores carry load and restarts.
    await Bun.sleep(10)
  }
}

/** An invented person each time, from an address of their own: nobody writes that often. */
function enquiry(): RequestInit {
  const part = () => Math.floor(Math.random() * 250) + 1
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.${part()}.${part()}.${part()}` },
    body: JSON.stringify({ name: 'Load', email: 'load@measure.example', message: 'Restarting.' }),
  }
}

function successes(kind: string): number {
  const { requests, failures } = counts.get(kind)!
  return requests - failures.length
}

function report(): void {
  for (const [kind, { requests, failures, slowest }] of counts) {
    const which = failures.length > 0 ? ` (${[...new Set(failures)].join(', ')})` : ''
    console.info(`${kind}: ${requests} requests, ${failures.length} failed${which}, slowest ${Math.round(slowest)} ms`)
  }
}

async function answers(url: string): Promise<void> {
  const end = Date.now() + 60_000
  while (Date.now() < end) {
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return
    await Bun.sleep(50)
  }
  throw new Error(`${url} does not answer`)
}

async function chooseServer(): Promise<{ url: string; stop: () => void }> {
  const given = process.env.DATABASE_URL
  if (given) return { url: given, stop: () => {} }
  const { startEmbedded } = await import('../../src/database/embedded.ts')
  return await startEmbedded(join(projectRoot, '.data/bench/rolling-postgres'))
}
