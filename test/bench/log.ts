import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#database/migrate.ts'
import { openSql } from '#database/sql.ts'
import { findProof } from '#features/proof/server/find-proof.ts'
import { sha256, verifyEd25519 } from '#features/proof/server/node-crypto.ts'
import { runLog } from '#features/proof/server/run-log.ts'
import { readVerifierKey, verifierKey } from '#features/proof/signed-note.ts'
import { verifyEntry } from '#features/proof/verify-entry.ts'
import { createLog } from '#process/log.ts'

// `bun test/bench/log.ts [LEAVES]`: the public log with a million leaves: how long it takes to number, add and sign 100 more, and to make a proof.
// BENCH_DATABASE_URL names the server to make the database on; without it the embedded one is started.

const leaves = Number(process.argv[2] ?? 1_000_000)
const rounds = 50
const folder = mkdtempSync(join(tmpdir(), 'log-bench-'))
const server = await chooseServer()
const name = `log_${process.pid}`
const admin = openSql(server.url, { connections: 1 })
await admin.unsafe(`create database ${name}`)
const url = Object.assign(new URL(server.url), { pathname: `/${name}` }).href
const sql = openSql(url, { connections: 3 })
await migrate(sql, url)
const runner = runLog({
  sql,
  log: createLog(),
  now: () => new Date(),
  origin: 'bench.example/log',
  secret: 'only-for-measuring-the-public-log',
  file: join(folder, 'kept'),
  isDemonstration: false,
})

try {
  // Leaves of entries that are not there: what a real one holds is measured with those that are added.
  await sql.unsafe(
    `insert into register_leaves (entry_id, leaf) select gen_random_uuid(), convert_to('{"n":' || n || repeat('x', 700) || '}', 'UTF8')
     from generate_series(1, ${leaves - 100}) as n`,
  )
  const filled = performance.now()
  await allSigned()
  say('numbering and signing the rest, 2,000 at once', `${Math.round((performance.now() - filled) / 1000)} s`)
  await addEntries(0, 100)
  await allSigned()
  await sql`vacuum analyze register_leaves`
  const appends: number[] = []
  for (let round = 1; round <= rounds; round++) {
    await addEntries(round, 100)
    const began = performance.now()
    const signed = await runner.round()
    // The clock of the runner may have been first.
    if (signed.kind === 'signed' && signed.added === 100) appends.push(performance.now() - began)
  }
  await allSigned()
  tell(`100 leaves added to ${leaves.toLocaleString('en-GB')} and signed`, appends)
  const numbers = (
    await sql<{ number: string }[]>`select number from register_entries order by random() limit 500`
  ).map((row) => row.number)
  const proofs: number[] = []
  for (const number of numbers) {
    const began = performance.now()
    const proof = await findProof(sql, { number })
    proofs.push(performance.now() - began)
    if (proof === null || typeof proof === 'string') throw new Error('There is no proof.')
    const [row] = await sql<{ name: string; public_key: Uint8Array }[]>`select name, public_key from signing_keys`
    const key = await readVerifierKey(
      sha256,
      await verifierKey(sha256, { name: row!.name, publicKey: row!.public_key }),
    )
    const proven = await verifyEntry(proof, key!, { hash: sha256, verify: verifyEd25519 })
    if ('problem' in proven || proven.differences.length > 0) throw new Error('The proof does not hold.')
  }
  tell('proof of an entry, with its statements', proofs)
} finally {
  await runner.stop()
  await sql.end()
  await admin.unsafe(`drop database if exists ${name} with (force)`)
  await admin.end()
  server.stop()
  rmSync(folder, { recursive: true })
}

async function addEntries(round: number, count: number): Promise<void> {
  await sql`
    insert into register_entries (number, slug, status, valid_from, valid_until, title, organiser, category, sector)
    select 'B-' || ${round}::int || '-' || n, 'b-' || ${round}::int || '-' || n, 'active', now(), now() + interval '1 year', 'Title ' || n, 'Organiser',
      'Other', 'culture'
    from generate_series(1, ${count}::int) as n`
}

async function allSigned(): Promise<void> {
  for (;;) {
    const { kind } = await runner.round()
    if (kind === 'nothing') return
    if (kind !== 'signed' && kind !== 'busy') throw new Error(`The log is not signed: ${kind}.`)
  }
}

function tell(what: string, times: number[]): void {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(1)
  say(what, `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, most ${at(1)} ms, of ${times.length}`)
}

function say(what: string, figures: string): void {
  console.info(`${what}: ${figures}`)
}

async function chooseServer(): Promise<{ url: string; stop: () => void }> {
  const given = process.env.BENCH_DATABASE_URL
  if (given) return { url: given, stop: () => {} }
  const { startEmbedded } = await import('#database/embedded.ts')
  return await startEmbedded(join(folder, 'postgres'))
}
