import { mkdtempSync, rmSync } from 'node:fs'
import { connect as connectHttp2 } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type { Subprocess } from 'bun'
import { migrate } from '#database/migrate.ts'
import { openSql } from '#database/sql.ts'
import { projectRoot } from '#process/project-root.ts'
import { answers, startBalancer } from './start-balancer.ts'

// `bun run drill:balancer`: three web processes and a worker behind HAProxy over TLS, under load: each is restarted in turn, one is killed, the
// balancer is reloaded, slow clients hold connections, and the database goes away and comes back. Counts the requests that failed and the
// enquiries that were stored. DATABASE_URL names a server to make a database on; without it, the embedded one is started.

const phases = ['restarts', 'killed', 'reload', 'slow clients', 'database away'] as const
type Phase = (typeof phases)[number]
const kinds = ['kept page', 'made page', 'enquiry'] as const
type Kind = (typeof kinds)[number]
type Count = { requests: number; failures: Map<string, number>; slowest: number }
const counts = new Map<string, Count>()
let phase: Phase = 'restarts'
let running = true

const ports = [3935, 3936, 3937]
const workerPort = 3938
const folder = mkdtempSync(join(tmpdir(), 'balancer-'))
const listening = { tls: 3943, plain: 3944, metrics: 3945 }
const balancer = startBalancer({ folder, replicas: ports, listening })
const { origin, ask, authority } = balancer
const failures: string[] = []

await drill()
for (const each of failures) console.error(`FAILED: ${each}`)
process.exit(failures.length > 0 ? 1 : 0)

async function drill(): Promise<void> {
  const server = await chooseServer()
  const name = `balancer_${process.pid}`
  const admin = openSql(server.url, { connections: 1 })
  await admin.unsafe(`create database ${name}`)
  const url = new URL(server.url)
  url.pathname = `/${name}`
  let sql = openSql(url.href, { connections: 2 })
  await migrate(sql, url.href)
  const web = (port: number) => startSite(port, { DATABASE_URL: url.href, ROLE: 'web', DRAIN_SECONDS: '2' })
  const replicas = ports.map(web)
  const worker = startSite(workerPort, { DATABASE_URL: url.href, ROLE: 'worker' })
  try {
    for (const port of [...ports, workerPort]) await answers(`http://127.0.0.1:${port}/readyz`)
    await answers(`${origin}/readyz`, authority)
    await checkFront()
    const loading = load()
    await Bun.sleep(2000)
    for (const [index, port] of ports.entries()) {
      replicas[index]!.kill('SIGTERM')
      await replicas[index]!.exited
      replicas[index] = web(port)
      await answers(`http://127.0.0.1:${port}/readyz`)
      await Bun.sleep(1500)
    }

    phase = 'killed'
    replicas[1]!.kill('SIGKILL')
    await replicas[1]!.exited
    await Bun.sleep(2000)
    replicas[1] = web(ports[1]!)
    await answers(`http://127.0.0.1:${ports[1]}/readyz`)
    await Bun.sleep(1000)

    phase = 'reload'
    for (let round = 0; round < 3; round++) {
      balancer.reload()
      await Bun.sleep(1500)
    }

    phase = 'slow clients'
    const slow = await holdConnections(500)
    await Bun.sleep(12_000)
    console.info(`slow clients: ${slow.filter(({ destroyed }) => destroyed).length} of ${slow.length} were cut off`)
    if (slow.some(({ destroyed }) => !destroyed)) failures.push('a slow client was not cut off')
    for (const socket of slow) socket.destroy()

    phase = 'database away'
    await sql.end()
    const away = await takeDatabaseAway()
    await answers(`${origin}/readyz`, authority)
    console.info(`database away for ${(away / 1000).toFixed(1)} s`)
    await Bun.sleep(2000)
    running = false
    await loading
    sql = openSql(url.href, { connections: 2 })
    const [row] = await sql<{ stored: number }[]>`select count(*)::int as stored from contact_enquiries`
    report(row!.stored)
  } finally {
    running = false
    await balancer.kill()
    for (const each of [...replicas, worker]) each.kill('SIGKILL')
    await Promise.all([...replicas, worker].map((each) => each.exited))
    await sql.end()
    await admin.unsafe(`drop database ${name} with (force)`)
    await admin.end()
    server.stop()
    rmSync(folder, { recursive: true })
  }

  /** For everybody but the drill itself, for five seconds. @returns how long, in milliseconds. */
  async function takeDatabaseAway(): Promise<number> {
    const began = performance.now()
    await admin.unsafe(`alter database ${name} allow_connections false`)
    await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`
    await Bun.sleep(5000)
    await admin.unsafe(`alter database ${name} allow_connections true`)
    return performance.now() - began
  }
}

function startSite(port: number, settings: Record<string, string>): Subprocess {
  return Bun.spawn(['bun', join(projectRoot, 'dist/server/main.js')], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      PUBLIC_URL: origin,
      SESSION_SECRET: 'only-for-measuring-a-rolling-restart-here',
      SIGNING_SECRET: 'only-for-measuring-and-for-nothing-else-at-all',
      SANDBOX: 'payments,companies,addresses,mail',
      TRUST_PROXY: '1',
      LOG_REQUESTS: '0',
      DATABASE_CONNECTIONS: '5',
      DATA_FOLDER: join(folder, String(port)),
      ...settings,
    },
    stdout: 'ignore',
    stderr: 'ignore',
  })
}

/** What the balancer adds of its own: HTTP/2, the way to TLS, a limit of bodies, an id for each request, metrics. */
async function checkFront(): Promise<void> {
  const expect = (holds: boolean, what: string) => {
    if (!holds) failures.push(what)
  }
  const plain = await fetch(`http://127.0.0.1:${listening.plain}/listings?q=a`, { redirect: 'manual' })
  expect(plain.status === 308 && plain.headers.get('location')!.startsWith('https://'), 'plain HTTP leads to TLS')
  const id = (await ask('/')).headers.get('x-request-id')
  expect(/^[\da-f-]{36}$/.test(id ?? ''), 'each request has the balancer’s id')
  const large = await ask('/api/contact', { method: 'POST', body: new Uint8Array(22 * 1024 * 1024) })
  expect(large.status === 413, `22 MB are refused (${large.status})`)
  expect(await metricsSay('haproxy_backend_status{proxy="ready",state="UP"} 1'), 'its metrics say who is ready')
  const session = connectHttp2(origin, { ca: authority })
  const status = await new Promise((done) => {
    const request = session.request({ ':path': '/healthz' })
    request.on('response', (headers) => done(headers[':status']))
    request.on('error', () => done(null))
    request.end()
  })
  session.close()
  expect(status === 200, `HTTP/2 is spoken (${status})`)
}

/** Whether the balancer's metrics say so within five seconds: it looks at each process twice a second. */
async function metricsSay(line: string): Promise<boolean> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const metrics = await (await fetch(`http://127.0.0.1:${listening.metrics}/metrics`)).text()
    if (metrics.includes(line)) return true
    await Bun.sleep(100)
  }
  return false
}

async function load(): Promise<void> {
  await Promise.all([
    ...Array.from({ length: 6 }, () => askAgainAndAgain('kept page', () => ask('/about'))),
    ...Array.from({ length: 3 }, () => askAgainAndAgain('made page', () => ask(`/listings?n=${Bun.randomUUIDv7()}`))),
    ...Array.from({ length: 2 }, () => askAgainAndAgain('enquiry', () => ask('/api/contact', enquiry()))),
  ])
}

async function askAgainAndAgain(kind: Kind, send: () => Promise<Response>): Promise<void> {
  while (running) {
    const began = performance.now()
    let failed = ''
    try {
      const response = await send()
      await response.arrayBuffer()
      if (response.status !== 200) failed = String(response.status)
    } catch (problem) {
      failed = problem instanceof Error && 'code' in problem ? String(problem.code) : 'broken'
    }
    // What fails has met what happened last, though it was sent before.
    const count = countOf(phase, kind)
    count.requests++
    if (failed) count.failures.set(failed, (count.failures.get(failed) ?? 0) + 1)
    count.slowest = Math.max(count.slowest, performance.now() - began)
    // A person between two clicks, so that two cores carry load and restarts.
    await Bun.sleep(10)
  }
}

function countOf(during: Phase, kind: Kind): Count {
  const key = `${during}/${kind}`
  const count = counts.get(key) ?? { requests: 0, failures: new Map(), slowest: 0 }
  counts.set(key, count)
  return count
}

/** An invented person each time, from an address of their own: nobody writes that often. */
function enquiry(): RequestInit {
  const part = () => Math.floor(Math.random() * 250) + 1
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-load-visitor': `10.${part()}.${part()}.${part()}` },
    body: JSON.stringify({ name: 'Load', email: 'load@measure.example', message: 'Restarting.' }),
  }
}

/** Connections that send a byte of a request's head now and then, and never its end. */
async function holdConnections(count: number): Promise<TLSSocket[]> {
  const sockets = Array.from({ length: count }, () => {
    const socket = connectTls({ host: 'localhost', port: listening.tls, ca: authority })
    const timer = setInterval(() => socket.destroyed || socket.write('x'), 1000)
    socket.on('secureConnect', () => socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '))
    socket.on('error', () => {})
    socket.on('end', () => socket.destroy())
    socket.on('close', () => clearInterval(timer))
    return socket
  })
  await Bun.sleep(500)
  return sockets
}

/** What failed while the database was away is as it has to be: everything but kept pages. */
function report(stored: number): void {
  console.info('\nphase            kind         requests  failed  slowest ms')
  for (const during of phases) {
    for (const kind of kinds) {
      const { requests, failures: which, slowest } = countOf(during, kind)
      const failed = [...which.values()].reduce((sum, count) => sum + count, 0)
      const names = failed > 0 ? `  ${[...which].map(([why, count]) => `${why}: ${count}`).join(', ')}` : ''
      const cells = [during.padEnd(16), kind.padEnd(12), String(requests).padStart(8), String(failed).padStart(7)]
      console.info(`${cells.join(' ')} ${Math.round(slowest).toString().padStart(11)}${names}`)
      const mayFail =
        (during === 'database away' && kind !== 'kept page') || (during === 'killed' && kind === 'enquiry')
      if (failed > 0 && !mayFail) failures.push(`${failed} of ${requests} ${kind} while ${during}`)
    }
  }
  const succeeded = phases.reduce((sum, during) => {
    const { requests, failures: which } = countOf(during, 'enquiry')
    return sum + requests - [...which.values()].reduce((all, count) => all + count, 0)
  }, 0)
  console.info(`\nenquiries acknowledged: ${succeeded}, stored: ${stored}`)
  if (stored < succeeded) failures.push('an acknowledged enquiry is not stored')
}

async function chooseServer(): Promise<{ url: string; stop: () => void }> {
  const given = process.env.DATABASE_URL
  if (given) return { url: given, stop: () => {} }
  const { startEmbedded } = await import('#database/embedded.ts')
  return await startEmbedded(join(projectRoot, '.data/bench/balancer-postgres'))
}
