import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Subprocess } from 'bun'
import { migrate } from '#database/migrate.ts'
import { openSql, type Sql } from '#database/sql.ts'
import { projectRoot } from '#process/project-root.ts'
import { collectorSettings } from './collector-settings.ts'
import { benchNumber, fillRegister } from './fill.ts'
import type { Measured } from './load-client.ts'
import { cpuMicroseconds, residentMegabytes } from './process-figures.ts'
import { fillRivalTable } from './rival/table.ts'
import { measureSearches } from './searches.ts'
import { measureWebhooks } from './webhooks.ts'

// `bun run bench [SECONDS] [SIZES]`: fills the register, then asks the product, a bare server of the same bytes and the page that a
// rival would write (rival/) for the same things, in turn within one run, and prints ratios. Only ratios travel between machines.

const seconds = Number(process.argv[2] ?? 3)
const sizes = (process.argv[3] ?? '2500,100000,1000000').split(',').map(Number)
const rounds = 3
const concurrency = 64
const work = join(projectRoot, '.data/bench')
mkdirSync(work, { recursive: true })

type Contender = { name: string; origin: string; process: Subprocess; paths: string }
type Result = { requestsPerSecond: number; p50: number; p99: number; cpuMicroseconds: number; failures: number }

const server = await startServer()
const today = new Date().toISOString().slice(0, 10)
let port = 3970
const report: string[] = []

for (const size of sizes) {
  const url = await filledDatabase(size)
  say(`\n## ${size.toLocaleString('en-GB')} entries\n`)
  await measureSize(url, size)
}
say(await measureWebhooks(server.url))
say(await rushOfOrganisers(server.url))
server.stop()
writeFileSync(join(work, 'report.md'), report.join('\n'))

async function measureSize(databaseUrl: string, size: number): Promise<void> {
  const sql = openSql(databaseUrl, { connections: 2 })
  const slug = 'bench-1200'
  const pages = {
    register: '/listings?city=London',
    event: `/events/${slug}`,
    'JSON list': '/api/events?city=London',
    badge: `/badge/${benchNumber(1200)}.svg`,
    static: '/awards',
  }

  const site = startSite(databaseUrl)
  const started = performance.now()
  await answers(site.origin)
  say(`First answer ${Math.round(performance.now() - started)} ms after the start of the process.\n`)
  await untilAtRest(site, sql)
  await fillRivalTable(sql)
  const rival = await startRival(databaseUrl)

  heading()
  for (const [name, path] of Object.entries(pages)) {
    const bare = await startBare({ [path]: await bytesOf(site.origin + path) })
    const list = pathFile(`${name}-kept`, [path])
    const [a, b] = await inTurn([
      { ...site, paths: list },
      { ...bare, paths: list },
    ])
    row(`${name}, unchanged`, a!, b!, 'bare server')
    bare.process.kill()
  }
  // Every address is new, so everything has to be made; the rival keeps nothing anyway.
  for (const [name, path] of Object.entries({
    'register, made each time': '/listings?city=London',
    'JSON list, made each time': '/api/events?city=London&limit=24',
    'search of a common word': '/listings?q=market',
    'search of a rare word': '/listings?q=zymurgy',
  })) {
    const list = newAddresses(name, path)
    const [a, b] = await inTurn([
      { ...site, paths: list },
      { ...rival, paths: list },
    ])
    row(name, a!, b!, 'rival')
  }
  // Its statements would go on in the database, beside all that is measured from here on.
  rival.process.kill()
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'rival'`
  const listPath = pages.register
  const bare = await startBare({ [listPath]: await bytesOf(site.origin + listPath) })
  const list = pathFile('changes', [listPath])
  for (const changesPerSecond of [10, 100]) {
    const stop = changeEntries(sql, changesPerSecond, size)
    const [a, b] = await inTurn([
      { ...site, paths: list },
      { ...bare, paths: list },
    ])
    await stop()
    row(`register, ${changesPerSecond} entries changed a second`, a!, b!, 'bare server')
  }
  bare.process.kill()
  say(`\nMemory of the site after all this: ${residentMegabytes(site.process.pid)} MB.`)
  await load({ ...site, paths: newAddresses('brotli', pages.register) }, { seconds: 60, encoding: 'br' })
  say(`After a minute of new addresses in brotli: ${residentMegabytes(site.process.pid)} MB.\n`)
  say(await measureSearches(sql))
  site.process.kill()
  await site.process.exited
  await sql.end()
}

/** Fifty organisers at once, from the form to the booked call (journey.ts). @throws when what is stored afterwards is not right. */
async function rushOfOrganisers(serverUrl: string): Promise<string> {
  const run = Bun.spawn(['bun', join(import.meta.dir, 'journey.ts')], {
    env: { ...process.env, BENCH_DATABASE_URL: serverUrl },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const text = await new Response(run.stdout).text()
  if ((await run.exited) !== 0) throw new Error(`The rush of organisers went wrong:\n${text}`)
  return text
}

/** Each contender in turn, several rounds; the median round of each. Before them each is asked for as long, for code that is new to the engine is slow. */
async function inTurn(contenders: Contender[]): Promise<Result[]> {
  for (const contender of contenders) await load(contender, { seconds: seconds * rounds })
  const results: Result[][] = contenders.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, contender] of contenders.entries()) results[index]!.push(await load(contender))
  }
  return results.map((list) => list.sort((a, b) => a.requestsPerSecond - b.requestsPerSecond)[Math.floor(rounds / 2)]!)
}

type LoadOptions = { seconds?: number /** What the client accepts; every encoding when left out. */; encoding?: string }

async function load({ origin, process, paths }: Contender, options: LoadOptions = {}): Promise<Result> {
  const before = cpuMicroseconds(process.pid)
  const client = Bun.spawn([
    'bun',
    join(import.meta.dir, 'load-client.ts'),
    origin,
    String(options.seconds ?? seconds),
    String(concurrency),
    paths,
    options.encoding ?? 'gzip, deflate, br, zstd',
  ])
  const measured = JSON.parse(await new Response(client.stdout).text()) as Measured
  return {
    requestsPerSecond: measured.requests / measured.seconds,
    p50: measured.p50,
    p99: measured.p99,
    failures: measured.failures,
    cpuMicroseconds: (cpuMicroseconds(process.pid) - before) / measured.answers,
  }
}

function changeEntries(sql: Sql, perSecond: number, size: number): () => Promise<void> {
  let going = true
  const done = (async () => {
    while (going) {
      const number = benchNumber(1 + Math.floor(Math.random() * size))
      await sql`update register_entries set attendees = attendees + 1, updated_at = now() where number = ${number}`
      await Bun.sleep(1000 / perSecond)
    }
  })()
  return async () => {
    going = false
    await done
  }
}

function startSite(databaseUrl: string): Contender {
  return start('site', ['bun', join(projectRoot, 'dist/server/main.js')], {
    DATABASE_URL: databaseUrl,
    NODE_ENV: 'production',
    ...collectorSettings,
    SESSION_SECRET: 'benchmark-secret-benchmark-secret-00',
    SIGNING_SECRET: 'only-for-measuring-and-for-nothing-else-at-all',
    SANDBOX: 'payments,companies,addresses,mail',
    TRUST_PROXY: '1',
  })
}

async function startBare(pages: Record<string, Uint8Array>): Promise<Contender> {
  const lines = Object.entries(pages).map(([path, bytes], index) => {
    const file = join(work, `bare-${index}.bin`)
    writeFileSync(file, bytes)
    return `${path}\t${file}`
  })
  writeFileSync(join(work, 'bare.txt'), lines.join('\n'))
  const contender = start('bare server', ['bun', join(import.meta.dir, 'bare.ts'), join(work, 'bare.txt')], {})
  await answers(contender.origin)
  return contender
}

async function startRival(databaseUrl: string): Promise<Contender> {
  const outdir = join(projectRoot, 'dist/bench')
  const build = { outdir, minify: true, define: { 'process.env.NODE_ENV': '"production"' } } as const
  await Bun.build({ ...build, entrypoints: [join(import.meta.dir, 'rival/client.tsx')], target: 'browser' })
  await Bun.build({ ...build, entrypoints: [join(import.meta.dir, 'rival/server.tsx')], target: 'bun' })
  const environment = { DATABASE_URL: databaseUrl, CLIENT_SCRIPT: join(outdir, 'client.js') }
  const contender = start('rival', ['bun', join(outdir, 'server.js')], environment)
  await answers(contender.origin)
  return contender
}

function start(name: string, command: string[], env: Record<string, string>): Contender {
  port++
  const origin = `http://127.0.0.1:${port}`
  const child = Bun.spawn(command, {
    env: { ...process.env, PORT: String(port), PUBLIC_URL: origin, ...env },
    stdout: 'ignore',
    stderr: 'inherit',
  })
  return { name, origin, process: child, paths: '' }
}

/** A start goes on after its first answer: it signs the public log, loads what forms need, and makes the day's files of open data. */
async function untilAtRest({ process }: Contender, sql: Sql): Promise<void> {
  const began = performance.now()
  for (let restedFor = 0; restedFor < 5; restedFor++) {
    const before = cpuMicroseconds(process.pid)
    await Bun.sleep(1000)
    // They begin a while after the start, and wait for the database most of the time.
    const making = await sql`select from graphile_worker.jobs where task_identifier = 'make-data-files'`
    if (making.length > 0 || cpuMicroseconds(process.pid) - before > 100_000) restedFor = 0
  }
  say(`At rest ${Math.round((performance.now() - began) / 1000)} s later.\n`)
}

async function answers(origin: string): Promise<void> {
  for (let attempt = 0; attempt < 2000; attempt++) {
    const ok = await fetch(`${origin}/`).then(
      () => true,
      () => false,
    )
    if (ok) return
    await Bun.sleep(5)
  }
  throw new Error(`${origin} does not answer.`)
}

/** The body as it goes over the wire, compressed as the product compresses it. */
async function bytesOf(address: string): Promise<Uint8Array> {
  return await fetch(address, { headers: { 'accept-encoding': 'zstd' }, decompress: false } as RequestInit).then(
    (response) => response.bytes(),
  )
}

/** Addresses that nobody has asked for before: a page drops what it does not know, and cannot read these cursors; a call is kept with all that it is given. */
function newAddresses(name: string, path: string): string {
  const run = Math.random().toString(36).slice(2)
  return pathFile(
    `${name}-new`,
    Array.from(
      { length: 200_000 },
      (_, index) => `${path}&${path.startsWith('/api/') ? 'n' : 'cursor'}=${run}${index}`,
    ),
  )
}

function pathFile(name: string, paths: string[]): string {
  const file = join(work, `${name.replaceAll(' ', '-')}.txt`)
  writeFileSync(file, paths.join('\n'))
  return file
}

function heading(): void {
  say(
    '| What | requests/s | p50 ms | p99 ms | CPU µs/request | against | requests/s | p50 ms | p99 ms | CPU µs/request | ratio of rates | ratio of CPU |',
  )
  say('|---|---|---|---|---|---|---|---|---|---|---|---|')
}

function row(name: string, ours: Result, theirs: Result, against: string): void {
  const failed = ours.failures + theirs.failures > 0 ? ` (failures: ${ours.failures}, ${theirs.failures})` : ''
  const cells = [
    name + failed,
    ours.requestsPerSecond.toFixed(0),
    ours.p50.toFixed(2),
    ours.p99.toFixed(2),
    ours.cpuMicroseconds.toFixed(0),
    against,
    theirs.requestsPerSecond.toFixed(0),
    theirs.p50.toFixed(2),
    theirs.p99.toFixed(2),
    theirs.cpuMicroseconds.toFixed(0),
    (ours.requestsPerSecond / theirs.requestsPerSecond).toFixed(2),
    (theirs.cpuMicroseconds / ours.cpuMicroseconds).toFixed(2),
  ]
  say(`| ${cells.join(' | ')} |`)
}

function say(line: string): void {
  console.info(line)
  report.push(line)
}

async function startServer(): Promise<{ url: string; stop: () => void }> {
  if (process.env.BENCH_DATABASE_URL) return { url: process.env.BENCH_DATABASE_URL, stop: () => {} }
  const { startEmbedded } = await import('#database/embedded.ts')
  return await startEmbedded(resolve(work, 'postgres'))
}

/** A database with this many entries; filled once and used again. */
async function filledDatabase(size: number): Promise<string> {
  const name = `bench_filled_${size}`
  const admin = openSql(server.url, { connections: 1 })
  const [found] = await admin`select 1 as found from pg_database where datname = ${name}`
  const url = new URL(server.url)
  url.pathname = `/${name}`
  if (!found || process.argv.includes('--fresh')) {
    await admin.unsafe(`drop database if exists ${name} with (force)`)
    await admin.unsafe(`create database ${name}`)
    const sql = openSql(url.href, { connections: 2 })
    await migrate(sql, url.href)
    console.info(`Filling ${size} entries…`)
    await fillRegister(sql, size, today)
    await sql.end()
  }
  await admin.end()
  return url.href
}
