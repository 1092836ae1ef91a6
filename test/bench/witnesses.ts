import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#database/migrate.ts'
import { openSql } from '#database/sql.ts'
import { type Policy, readPolicy } from '#features/proof/policy.ts'
import { loadLogFile } from '#features/proof/server/log-files.ts'
import { sha256 } from '#features/proof/server/node-crypto.ts'
import { findPublicKey } from '#features/proof/server/queries.ts'
import { runLog } from '#features/proof/server/run-log.ts'
import { verifierKey } from '#features/proof/signed-note.ts'
import { openMirror } from '#features/proof/witnesses/server/mirror.ts'
import { createLog } from '#process/log.ts'
import { projectRoot } from '#process/project-root.ts'

// `bun test/bench/witnesses.ts [ROUNDS]`: what three witnesses on the same machine add to a round of the log, and how many bytes a change costs a
// witness and a mirror. Rounds with and without witnesses take turns. BENCH_DATABASE_URL names the server; without it the embedded one is started.

const rounds = Number(process.argv[2] ?? 200)
const folder = mkdtempSync(join(tmpdir(), 'witness-bench-'))
const server = await chooseServer()
const admin = openSql(server.url, { connections: 1 })
const children: Bun.Subprocess[] = []
const closing: (() => Promise<unknown>)[] = []
const wire = { sent: 0, received: 0, requests: 0 }

const bare = await openLog('bare', null)
const witnessed = await openLog('witnessed', 3)
const times = { bare: [] as number[], witnessed: [] as number[] }
try {
  for (let round = 0; round < rounds + 5; round++)
    for (const [name, log] of [
      ['bare', bare],
      ['witnessed', witnessed],
    ] as const) {
      await log.addEntry(round)
      const began = performance.now()
      const { kind } = await log.runner.round()
      // The first rounds warm up; the clock of the runner may have been first.
      if (kind === 'signed' && round >= 5) times[name].push(performance.now() - began)
    }
  for (const name of ['bare', 'witnessed'] as const)
    tell(`a round ${name === 'bare' ? 'without' : 'with three'} witnesses`, times[name])
  console.info(`median difference: ${(median(times.witnessed) - median(times.bare)).toFixed(1)} ms (aim: below 50)`)
  await tellBytes()
} finally {
  for (const child of children) child.kill()
  for (const close of closing.reverse()) await close()
  await admin.end()
  server.stop()
  rmSync(folder, { recursive: true })
}

async function openLog(name: string, count: number | null) {
  const database = `witnesses_${name}_${process.pid}`
  await admin.unsafe(`create database ${database}`)
  closing.push(() => admin.unsafe(`drop database if exists ${database} with (force)`))
  const url = Object.assign(new URL(server.url), { pathname: `/${database}` }).href
  const sql = openSql(url, { connections: 3 })
  closing.push(() => sql.end())
  await migrate(sql, url)
  const place = { origin: `${name}.example/log`, file: join(folder, name), isDemonstration: false }
  const secret = 'only-for-measuring-the-public-log'
  const options = { sql, log: createLog(), now: () => new Date(), secret, ...place }
  const first = runLog(options)
  while ((await first.round()).kind !== 'nothing') await Bun.sleep(10)
  await first.stop()
  const [key] = await findPublicKey(sql, { purpose: 'log' })
  const keyText = await verifierKey(sha256, key!)
  const runner = runLog({ ...options, ...(count === null ? {} : { witnesses: await startWitnesses(count, keyText) }) })
  closing.push(runner.stop)
  const addEntry = (round: number) => sql`
    insert into register_entries (number, slug, status, valid_from, valid_until, title, organiser, category, sector)
    values ('B-' || ${round}::int, 'b-' || ${round}::int, 'active', now(), now() + interval '1 year', 'A title as long as most',
      'An organiser of events', 'Other', 'culture')`
  return { sql, runner, addEntry, key: key! }
}

async function startWitnesses(count: number, logKey: string): Promise<Policy> {
  const names = Array.from({ length: count }, (_, at) => `witness-${at + 1}`)
  const lines = await Promise.all(names.map((name) => startWitness(name, logKey)))
  return (await readPolicy(sha256, `${lines.join('\n')}\ngroup us 2 ${names.join(' ')}\nquorum us`)) as Policy
}

/** A process of its own, behind a counter of bytes. */
async function startWitness(name: string, logKey: string): Promise<string> {
  const script = join(projectRoot, 'src/commands/witness.ts')
  const args = ['--name', `${name}.example`, '--log', logKey, '--file', join(folder, `${name}.db`), '--port', '0']
  const child = Bun.spawn(['bun', script, ...args], { stdout: 'pipe', stderr: 'inherit' })
  children.push(child)
  let said = ''
  for await (const piece of child.stdout) {
    said += new TextDecoder().decode(piece)
    const [, port, key] = /port (\d+) [\s\S]*: (\S+)\n/.exec(said) ?? []
    if (!port || !key) continue
    return `witness ${name} ${key} ${countedAddress(`http://localhost:${port}`, name)}`
  }
  throw new Error(said)
}

/** The first witness is asked through a counter; the others directly. */
function countedAddress(address: string, name: string): string {
  if (name !== 'witness-1') return address
  const counter = Bun.serve({
    port: 0,
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      const body = request.method === 'POST' ? await request.text() : null
      const answer = await fetch(address + pathname, { method: request.method, body })
      const text = await answer.text()
      if (body !== null && answer.ok) {
        wire.requests++
        wire.sent += body.length
        wire.received += text.length
      }
      return new Response(text, { status: answer.status })
    },
  })
  closing.push(async () => counter.stop(true))
  return `http://localhost:${counter.port}`
}

/** Bodies alone: HTTP and TLS add about 500 bytes to each request on a connection that is kept open. */
async function tellBytes(): Promise<void> {
  const each = (bytes: number) => Math.round(bytes / wire.requests)
  console.info(`a change costs a witness: ${each(wire.sent)} bytes in, ${each(wire.received)} bytes out`)
  const { sql, addEntry, runner } = witnessed
  let bytes = 0
  const mirror = openMirror({
    readFile: async (path) => {
      const file = await loadLogFile(sql, path, { witnesses: '' })
      const body = file && (typeof file.body === 'string' ? new TextEncoder().encode(file.body) : file.body)
      bytes += body?.length ?? 0
      return body
    },
    folder: join(folder, 'mirror'),
    policy: null,
  })
  const first = await mirror.update()
  if (first.kind !== 'updated') throw new Error(first.problem)
  console.info(`a mirror of ${first.size} entries: ${bytes} bytes read, ${sizeOf(join(folder, 'mirror'))} on the disk`)
  bytes = 0
  for (let minute = 0; minute < 10; minute++) {
    await addEntry(100_000 + minute)
    while ((await runner.round()).kind !== 'nothing') await Bun.sleep(5)
    await mirror.update()
  }
  console.info(`a look of the mirror that finds one new entry: ${Math.round(bytes / 10)} bytes`)
  bytes = 0
  await mirror.update()
  console.info(`a look that finds nothing new: ${bytes} bytes`)
  console.info(`the file of a witness: ${sizeOf(join(folder, 'witness-1.db'))} bytes`)
}

function sizeOf(path: string): number {
  const found = statSync(path)
  if (!found.isDirectory()) return found.size
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}

function median(all: number[]): number {
  return all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)]!
}

function tell(what: string, all: number[]): void {
  const sorted = all.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(1)
  console.info(`${what}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, most ${at(1)} ms, of ${all.length}`)
}

async function chooseServer(): Promise<{ url: string; stop: () => void }> {
  const given = process.env.BENCH_DATABASE_URL
  if (given) return { url: given, stop: () => {} }
  const { startEmbedded } = await import('#database/embedded.ts')
  return await startEmbedded(join(folder, 'postgres'))
}
