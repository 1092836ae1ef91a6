import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Subprocess } from 'bun'
import { migrate } from '#database/migrate.ts'
import { openSql } from '#database/sql.ts'
import { readEnv } from '#env.ts'
import { fileLimits, pieceCount } from '#features/assessments/files/rules.ts'
import type { UploadState } from '#features/assessments/files/schema.ts'
import { projectRoot } from '#process/project-root.ts'
import { ownershipCookie } from '#requests/ownership.ts'
import { addApplication } from '../add-application.ts'
import { collectorSettings } from './collector-settings.ts'
import { largePdf } from './large-pdf.ts'

// `bun run upload-drill [100]`: so many documents of 20 MB are sent to one process at the same time, in pieces, while other pages are asked
// for. In the middle the process is killed and started again: what it has acknowledged has to be there, and the senders go on. Prints
// its memory, how long pages took, and what became of the documents. DATABASE_URL names a server on which a database is made for it.

const count = Number(process.argv[2] ?? 100)
const filesOfEach = fileLimits.applicationBytes / fileLimits.fileBytes
const port = 3941
const origin = `http://localhost:${port}`
/** Before a call is made again, in milliseconds (evidence/uploads/send-file.ts). */
const waits = [1000, 2000, 4000, 8000, 15_000, 30_000]

const content = largePdf(fileLimits.fileBytes)

const server = process.env.DATABASE_URL
if (!server)
  throw new Error('Set DATABASE_URL to a PostgreSQL 18 server, such as postgres://postgres@localhost/postgres.')
const name = `upload_drill_${process.pid}`
const admin = openSql(server, { connections: 1 })
await admin.unsafe(`create database ${name}`)
const url = new URL(server)
url.pathname = `/${name}`
const sql = openSql(url.href, { connections: 4 })
await migrate(sql, url.href)

const settings = {
  NODE_ENV: 'production',
  PORT: String(port),
  PUBLIC_URL: origin,
  DATABASE_URL: url.href,
  SESSION_SECRET: 'only-for-the-drill-of-uploads-and-nothing-else',
  SIGNING_SECRET: 'only-for-measuring-and-for-nothing-else-at-all',
  SANDBOX: 'payments,companies,addresses,mail',
  LOG_REQUESTS: '0',
}
const read = readEnv(settings)
if ('problems' in read) throw new Error(read.problems.join())
const { env } = read

let site = start()
let highest = { site: 0, arriving: 0, converters: 0 }
let running = true
/** What a page takes while the process starts is no matter of uploads. */
let isRestarting = false
const times = new Map<string, number[]>()
const acknowledged = new Set<string>()
let refused = 0

try {
  await answers()
  const applications = await Promise.all(
    Array.from({ length: Math.ceil(count / filesOfEach) }, () => addApplication(sql, { status: 'approved' })),
  )
  const cookies = applications.map(({ id }) => ownershipCookie('', [id], { env, now: () => new Date() }).split(';')[0]!)
  const idle = rssOf(site.pid)
  const watching = Promise.all([watchMemory(), ...probes(applications[0]!.id, cookies[0]!)])
  // The machine may be busy with something else: what a page takes without any upload is told beside it.
  await Bun.sleep(8000)
  const quiet = new Map([...times].map(([kind, all]) => [kind, percentiles(all.splice(0))]))
  const began = performance.now()
  const sending = Array.from({ length: count }, (_, index) => {
    const of = Math.floor(index / filesOfEach)
    return send(index, applications[of]!.id, cookies[of]!)
  })
  const killed = await killInTheMiddle()
  const digests = await Promise.all(sending)
  const sentSeconds = (performance.now() - began) / 1000
  highest.arriving = highest.site
  console.info(`All sent in ${Math.round(sentSeconds)} s; they are being checked.`)
  await settled()
  const checkedSeconds = (performance.now() - began) / 1000
  running = false
  await watching
  const kept = await sql<{ digest: string }[]>`
    select encode(sha256, 'hex') as digest from evidence_files where state = 'ready'`
  const whole = new Set(kept.map(({ digest }) => digest))
  console.table({
    'documents of 20 MB at once': count,
    'memory before, MB': idle,
    'highest memory of the site, MB (aim: 300)': highest.site,
    'of this while they arrive, MB': highest.arriving,
    'highest memory of its converters, MB': highest.converters,
    'sent in, s': Math.round(sentSeconds),
    'waited for their checks until, s': Math.round(checkedSeconds),
    'pieces acknowledged before the kill': killed.acknowledged,
    'of these lost (aim: 0)': killed.lost,
    'documents checked and kept by then, byte for byte': digests.filter((digest) => whole.has(digest)).length,
    'answers of 5xx or none to senders': refused,
  })
  console.table(
    Object.fromEntries(
      [...times].map(([kind, all]) => [
        kind,
        { ...percentiles(all), 'p95 without uploads, ms': quiet.get(kind)!['p95, ms (aim: 200)'] },
      ]),
    ),
  )
} finally {
  running = false
  site.kill('SIGKILL')
  await site.exited
  await sql.end()
  await admin.unsafe(`drop database ${name} with (force)`)
  await admin.end()
}

function start(): Subprocess {
  return Bun.spawn(['bun', join(projectRoot, 'dist/server/main.js')], {
    env: { PATH: process.env.PATH, ...collectorSettings, ...settings },
    stdout: 'ignore',
    stderr: 'ignore',
  })
}

async function answers(): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (
      await fetch(`${origin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await Bun.sleep(100)
  }
  throw new Error('The site does not become ready.')
}

/** A PDF of exactly 20 MB that no other document is like. */
function documentOf(index: number): { pieces: Uint8Array<ArrayBuffer>[]; digest: string } {
  const first = Buffer.from(content.subarray(0, fileLimits.pieceBytes))
  first.write(String(index).padStart(8, '0'), 11)
  const pieces = [first, ...Array.from({ length: pieceCount(content.length) - 1 }, (_, at) => pieceOf(at + 1))]
  const hash = new Bun.CryptoHasher('sha256')
  for (const piece of pieces) hash.update(piece)
  return { pieces, digest: hash.digest('hex') }
}

function pieceOf(position: number): Uint8Array<ArrayBuffer> {
  return content.subarray(position * fileLimits.pieceBytes, (position + 1) * fileLimits.pieceBytes)
}

async function send(index: number, applicationId: string, cookie: string): Promise<string> {
  const { pieces, digest } = documentOf(index)
  const about = { applicationId, criterionId: 'event-plan', name: `Plan ${index}.pdf`, bytes: content.length }
  const json = { 'content-type': 'application/json' }
  let { id, toSend } = await call<UploadState>('POST', '', cookie, JSON.stringify(about), json)
  while (toSend.length > 0) {
    const [position] = toSend
    ;({ toSend } = await call<UploadState>('PUT', `/${id}/pieces/${position}`, cookie, pieces[position!]))
    acknowledged.add(`${id} ${position}`)
  }
  await call('POST', `/${id}/finish`, cookie)
  return digest
}

/** Makes a call until it is answered, as the page's own script does. */
async function call<Answer>(
  method: string,
  path: string,
  cookie: string,
  body?: BodyInit,
  headers: Record<string, string> = {},
): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    try {
      const sent = { method, headers: { cookie, origin, ...headers }, ...(body === undefined ? {} : { body }) }
      const response = await fetch(`${origin}/api/evidence/uploads${path}`, sent)
      const text = await response.text()
      if (response.ok) return JSON.parse(text) as Answer
      if (response.status < 500) throw new Error(`${method} ${path}: ${response.status} ${text}`)
      refused++
    } catch (problem) {
      if (problem instanceof Error && /: 4\d\d /.test(problem.message)) throw problem
      refused++
    }
    await Bun.sleep(waits[Math.min(attempt, waits.length - 1)]!)
  }
}

/** Once two fifths of all pieces are acknowledged; then looks which of them the database has, or the store their whole document. */
async function killInTheMiddle(): Promise<{ acknowledged: number; lost: number }> {
  const all = count * pieceCount(content.length)
  while (acknowledged.size < all * 0.4) await Bun.sleep(20)
  const before = new Set(acknowledged)
  isRestarting = true
  site.kill('SIGKILL')
  await site.exited
  const stored = await sql<{ piece: string }[]>`
    select upload_id || ' ' || position as piece from evidence_upload_pieces
    union all
    select f.id || ' ' || position from evidence_files f, generate_series(0, 19) as position where f.state = 'ready'`
  const there = new Set(stored.map(({ piece }) => piece))
  site = start()
  await answers()
  isRestarting = false
  return { acknowledged: before.size, lost: [...before].filter((piece) => !there.has(piece)).length }
}

/** Waits for the checks, five minutes at most. */
async function settled(): Promise<void> {
  for (const end = Date.now() + 300_000; Date.now() < end; ) {
    const [row] = await sql<{ open: number }[]>`select count(*) as open from evidence_files where state = 'checking'`
    if (row!.open === 0) return
    await Bun.sleep(500)
  }
}

function probes(applicationId: string, cookie: string): Promise<void>[] {
  return [
    probe('front page (kept)', () => '/'),
    probe('register page (made)', () => `/listings?n=${Bun.randomUUIDv7()}`),
    probe('evidence room', () => `/evidence/${applicationId}`, cookie),
    probe('call', () => `/api/events?limit=20&n=${Bun.randomUUIDv7()}`),
  ]
}

async function probe(kind: string, path: () => string, cookie = ''): Promise<void> {
  const all: number[] = []
  times.set(kind, all)
  while (running) {
    const began = performance.now()
    const answered = await fetch(origin + path(), { headers: { cookie } }).then(
      async (response) => (await response.arrayBuffer()) && response.status < 500,
      () => false,
    )
    if (answered && !isRestarting) all.push(performance.now() - began)
    await Bun.sleep(50)
  }
}

async function watchMemory(): Promise<void> {
  while (running) {
    const converters = childrenOf(site.pid).reduce((sum, pid) => sum + rssOf(pid), 0)
    highest = {
      ...highest,
      site: Math.max(highest.site, rssOf(site.pid)),
      converters: Math.max(highest.converters, converters),
    }
    await Bun.sleep(50)
  }
}

/** In MB; 0 for a process that is not there. */
function rssOf(pid: number): number {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Math.round(Number(kilobytes ?? 0) / 1024)
  } catch {
    return 0
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

function percentiles(all: number[]) {
  const sorted = all.toSorted((one, other) => one - other)
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? Number.NaN)
  return { answers: sorted.length, 'p50, ms': at(0.5), 'p95, ms (aim: 200)': at(0.95), 'slowest, ms': at(0.9999) }
}
