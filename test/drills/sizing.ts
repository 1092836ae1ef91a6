import { availableParallelism } from 'node:os'
import type { MeasuredProcess } from '../bench/measured-site.ts'
import { openMeasuredSite } from '../bench/measured-site.ts'
import { countOf, createLoad, failuresOf, mixOf, percentile } from '../bench/mixed-load.ts'
import { cpuMicroseconds, databaseCpu, loadAverage, residentMegabytes, usedBetween } from '../bench/process-figures.ts'
import { holdToShare } from '../bench/processor-share.ts'

// `bun run sizing [SECONDS] [SHARES]`: how much one to four web processes answer, each held to a share of a processor (0.1,0.25,0.5), of a mix of
// requests (mixed-load.ts), with one worker beside them. Prints what was answered, what it cost the processors, memory and
// connections, and then what each kind of request costs alone. Linux, root (control groups). DATABASE_URL names a server on this
// machine on which a database is made for it; without it, the embedded one is started.

const seconds = Number(process.argv[2] ?? 8)
const shares = (process.argv[3] ?? '0.1,0.25,0.5').split(',').map(Number)
const maxReplicas = 4
const entries = 20_000
/** Enough for the processes to be busy all the time, and few enough that the wait in line is short. */
const atOnce = 16
const warmUpSeconds = 6

const site = await openMeasuredSite('sizing', entries)
const things = mixOf(site, entries)
try {
  const worker = await site.start('worker', 'worker')
  say(
    `${availableParallelism()} processors for site, PostgreSQL and client; ${entries.toLocaleString('en-GB')} entries.`,
  )
  say(`Of a hundred things asked for: ${things.map(({ name, share }) => `${name} ${share}`).join(', ')}.\n`)
  say(
    '| replicas | share of each | requests a second | p50 ms | p95 ms | failed | processors used: replicas | PostgreSQL | worker | ms of a replica’s processor per request | memory MB, largest | connections | load |',
  )
  say('| --- '.repeat(13).concat('|'))
  const replicas: MeasuredProcess[] = []
  for (let count = 1; count <= maxReplicas; count++) {
    replicas.push(await site.start(`web ${count}`, 'web'))
    // What a process loads and translates with its first requests is no matter of its size.
    await createLoad([replicas.at(-1)!.origin], things).asFastAsItGoes(atOnce, warmUpSeconds)
    for (const share of shares) await measure(replicas, share, worker)
  }
  say('\nOne replica that is not held back, one kind at a time:\n')
  say(
    '| what | share of the mix | a second | p50 ms | p95 ms | failed | ms of the replica’s processor each | of PostgreSQL’s |',
  )
  say('| --- '.repeat(8).concat('|'))
  for (const { name } of things) await measureAlone(replicas[0]!, name)
} finally {
  await site.close()
}

async function measure(replicas: MeasuredProcess[], share: number, worker: MeasuredProcess): Promise<void> {
  const releaseShares = replicas.map(({ pid }) => holdToShare(pid, share))
  const load = createLoad(
    replicas.map(({ origin }) => origin),
    things,
  )
  const used = await startCounting([replicas.map(({ pid }) => pid), [worker.pid]])
  let connections = 0
  const counting = setInterval(
    () => void countConnections().then((now) => (connections = Math.max(connections, now))),
    500,
  )
  const done = await load.asFastAsItGoes(atOnce * replicas.length, seconds)
  clearInterval(counting)
  const { wall, groups, postgres } = await used()
  for (const free of releaseShares) free()
  const perSecond = done.requests / wall
  row([
    replicas.length,
    share,
    Math.round(perSecond),
    Math.round(percentile(done, 0.5)),
    Math.round(percentile(done, 0.95)),
    failuresOf(done),
    (groups[0]! / wall).toFixed(2),
    (postgres / wall).toFixed(2),
    (groups[1]! / wall).toFixed(2),
    ((groups[0]! * 1000) / done.requests).toFixed(2),
    Math.max(...replicas.map(({ pid }) => residentMegabytes(pid))),
    connections,
    loadAverage().toFixed(1),
  ])
  tellFailures(done.failures)
}

async function measureAlone(replica: MeasuredProcess, name: string): Promise<void> {
  const thing = things.find((each) => each.name === name)!
  const used = await startCounting([[replica.pid]])
  const done = await createLoad([replica.origin], [thing]).asFastAsItGoes(atOnce, seconds)
  const { groups, postgres } = await used()
  row([
    name,
    thing.share,
    Math.round(done.perSecond),
    percentile(done, 0.5).toFixed(1),
    percentile(done, 0.95).toFixed(1),
    failuresOf(done),
    ((groups[0]! * 1000) / countOf(done)).toFixed(2),
    ((postgres * 1000) / countOf(done)).toFixed(2),
  ])
  tellFailures(done.failures)
}

/** @returns what tells the seconds that have passed, and the processor seconds used in them by each group of processes and by PostgreSQL. */
async function startCounting(groups: number[][]) {
  const began = performance.now()
  const before = { groups: groups.map(secondsOf), postgres: await databaseCpu(site.sql) }
  return async () => {
    const after = await databaseCpu(site.sql)
    return {
      wall: (performance.now() - began) / 1000,
      groups: groups.map((pids, index) => secondsOf(pids) - before.groups[index]!),
      postgres: usedBetween(before.postgres, after) / 1e6,
    }
  }
}

function secondsOf(pids: number[]): number {
  return pids.reduce((sum, pid) => sum + cpuMicroseconds(pid), 0) / 1e6
}

/** Of the site's processes. */
async function countConnections(): Promise<number> {
  const [found] = await site.sql<{ connections: number }[]>`
    select count(*)::int as connections from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`
  return found!.connections
}

function tellFailures(failures: Map<string, number>): void {
  for (const [why, count] of failures) console.error(`  failed ${count} times: ${why}`)
}

function row(cells: (string | number)[]): void {
  say(`| ${cells.join(' | ')} |`)
}

function say(line: string): void {
  console.info(line)
}
