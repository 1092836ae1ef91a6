import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { openDatabase } from '#database/connect.ts'
import { migrate } from '#database/migrate.ts'
import type { Sql } from '#database/sql.ts'
import { readEnv } from '#env.ts'
import { createLog } from '#process/log.ts'
import { startSite } from '#site.ts'
import '../browser-build.ts'
import { freePort } from '../free-port.ts'
import { startPair } from './start-pair.ts'

// `bun run drill:replica`: a PostgreSQL and a streaming replica of it, both this project's embedded server, and a site that makes its public
// pages from the replica. Entries are suspended and reinstated while the replica is late, does not replay at all, is stopped and comes
// back: once one page has shown a new status, no page may show the one before. Prints a table, and ends with 1 where one did.

const rounds = Number(process.argv[2] ?? 60)
const folder = mkdtempSync('/var/tmp/replica-drill-')
chmodSync(folder, 0o755)
const [port, metricsPort] = [await freePort(), await freePort()]
const { primary, replica } = await startPair(folder)
const origin = `http://localhost:${port}`
const read = readEnv({
  PORT: String(port),
  PUBLIC_URL: origin,
  METRICS_PORT: String(metricsPort),
  DATABASE_URL: primary.url,
  DATABASE_READ_URL: replica.url,
})
if ('problems' in read) throw new Error(read.problems.join())
const database = await openDatabase(read.env)
await migrate(database.sql, database.url)
const logged: string[] = []
const site = await startSite(read.env, database, { log: createLog((line) => logged.push(line)) })
const { sql } = database
let failures = 0
let current = { shown: 0, old: 0, unanswered: 0, slowest: 0 }
const rows: Record<string, Record<string, number>> = {}
try {
  const [entry] = await sql<{ id: string; slug: string }[]>`
    select id, slug from register_entries where status = 'active' order by number limit 1`
  await untilReadFrom('replica')
  await during('replica beside', async () => await changeOften(entry!))
  await replica.on((each) => each.unsafe('alter system set recovery_min_apply_delay = 400'))
  await replica.on((each) => each`select pg_reload_conf()`)
  await during('replica 0.4 s late', async () => await changeOften(entry!))
  await replica.on((each) => each.unsafe('alter system reset recovery_min_apply_delay'))
  await replica.on((each) => each`select pg_reload_conf()`)
  await untilReadFrom('replica')
  await replica.on((each) => each`select pg_wal_replay_pause()`)
  for (let state = ''; state !== 'paused'; await Bun.sleep(50))
    state = await replica.on(async (each) => (await each`select pg_get_wal_replay_pause_state() as state`)[0]!.state)
  // Until the first announcement it is asked: it holds all that was announced.
  await sql`update register_entries set status = 'suspended', status_reason = 'For the drill' where id = ${entry!.id}`
  await untilReadFrom('primary')
  await during('replay paused', async () => await changeOften(entry!))
  await sql`update register_entries set status = 'suspended', status_reason = 'For the drill' where id = ${entry!.id}`
  const statusAt = async (at: Sql) =>
    (await at<{ status: string }[]>`select status from register_entries where id = ${entry!.id}`)[0]!.status
  const [there, here] = [await replica.on(statusAt), await statusAt(sql)]
  must(there === 'active' && here === 'suspended', `the replica does not lag while replay is paused: ${there}, ${here}`)
  must((await pageOf(entry!.slug, false)).includes('For the drill'), 'a page showed what the replica had')
  await replica.on((each) => each`select pg_wal_replay_resume()`)
  await during('resumed', async () => await untilReadFrom('replica'))
  await replica.stop()
  await during('replica stopped', async () => await changeOften(entry!))
  await replica.start()
  await during('replica back', async () => await untilReadFrom('replica'))
  console.table(rows)
  for (const [when, row] of Object.entries(rows)) {
    must(row['old after new'] === 0, `${when}: a page showed the status before`)
    must(row['not answered'] === 0, `${when}: a page was not answered`)
  }
  must(rows['replica beside']!['from replica']! > 0, 'the replica was not read')
  must(rows['replay paused']!['from replica'] === 0, 'a replica that does not replay was read')
} finally {
  await site.stop()
  await database.close()
  await replica.stop()
  await primary.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(failures > 0 ? 1 : 0)

function must(isTrue: boolean, sentence: string): void {
  if (isTrue) return
  failures++
  console.error(`Wrong: ${sentence}`)
}

async function readsFrom(): Promise<{ replica: number; primary: number }> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const count = (from: string) =>
    Number(new RegExp(`^public_reads_total\\{from="${from}"\\} (\\d+)`, 'm').exec(text)?.[1])
  return { replica: count('replica'), primary: count('primary') }
}

async function untilReadFrom(which: 'replica' | 'primary'): Promise<void> {
  for (const end = Date.now() + 30_000; ; await Bun.sleep(50)) {
    const before = (await readsFrom())[which]
    await (await fetch(`${origin}/listings?n=${Bun.randomUUIDv7()}`)).text()
    if ((await readsFrom())[which] > before) return
    if (Date.now() > end) throw new Error(`Pages are not made from the ${which}.`)
  }
}

async function during(when: string, work: () => Promise<void>): Promise<void> {
  current = { shown: 0, old: 0, unanswered: 0, slowest: 0 }
  const before = await readsFrom()
  const began = performance.now()
  await work()
  const after = await readsFrom()
  rows[when] = {
    seconds: Math.round((performance.now() - began) / 100) / 10,
    'from replica': after.replica - before.replica,
    'from primary': after.primary - before.primary,
    'changes shown': current.shown,
    'slowest to be shown, ms': Math.round(current.slowest),
    'old after new': current.old,
    'not answered': current.unanswered,
  }
}

/** Suspends and reinstates, and reads kept and new addresses of its page all the while. */
async function changeOften({ id, slug }: { id: string; slug: string }): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const reason = `Reason ${Bun.randomUUIDv7()}`
    await sql`update register_entries set status = 'suspended', status_reason = ${reason} where id = ${id}`
    const changedAt = performance.now()
    let isShown = false
    for (let turn = 0; turn < 400 && !isShown; turn++) {
      isShown = (await pageOf(slug, turn % 2 === 0)).includes(reason)
      if (!isShown) await Bun.sleep(5)
    }
    must(isShown, 'a change was never shown')
    current.shown++
    current.slowest = Math.max(current.slowest, performance.now() - changedAt)
    const pages = await Promise.all(Array.from({ length: 6 }, (_, turn) => pageOf(slug, turn % 2 === 0)))
    await Bun.sleep(50)
    pages.push(await pageOf(slug, false), await pageOf(slug, true))
    current.old += pages.filter((page) => page && !page.includes(reason)).length
  }
  await sql`update register_entries set status = 'active', status_reason = null where id = ${id}`
}

async function pageOf(slug: string, isKept: boolean): Promise<string> {
  const answer = await fetch(`${origin}/events/${slug}${isKept ? '' : `?n=${Bun.randomUUIDv7()}`}`)
  const text = await answer.text()
  if (answer.ok) return text
  current.unanswered++
  return ''
}
