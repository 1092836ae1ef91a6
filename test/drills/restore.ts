import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { $ } from 'bun'
import { examine } from '#commands/doctor/examine.ts'
import { openDatabase } from '#database/connect.ts'
import { startEmbedded } from '#database/embedded.ts'
import { migrate } from '#database/migrate.ts'
import { openSql, type Sql } from '#database/sql.ts'
import { type Env, readEnv } from '#env.ts'
import { listEvidence } from '#features/assessments/files/server/queries.ts'
import { processPaymentEvent } from '#features/payments/fulfilment/server/process-payment-event.ts'
import { reconcilePayments } from '#features/payments/fulfilment/server/reconcile-payments.ts'
import { createLog } from '#process/log.ts'
import { startPaymentsSandbox } from '#sandbox/payments/start-payments-sandbox.ts'
import { type Site, startSite } from '#site.ts'
import '../browser-build.ts'
import { restartLog } from '#features/proof/server/repair-log.ts'
import { keepPlaces } from '#features/watching/server/read-on.ts'
import { freePort } from '../free-port.ts'
import { archivingServer } from './restore/archiving-server.ts'
import { openOrder, pay, sendDocument } from './restore/visitors.ts'
import { until } from './until.ts'

// `bun run drill:restore`: a PostgreSQL 18 in a container that archives its log (docs/backups.md), a site on it with entries, payments,
// evidence and the public log, and a payment provider that no restore touches. An encrypted dump and a base backup are made, the site goes
// on, the database is destroyed and brought back: to a moment from base backup and archive, and to the dump. Prints a table, and
// ends with 1 where something is missing. Needs a Docker engine with postgres:18.

const folder = mkdtempSync('/var/tmp/restore-drill-')
const inFolder = (path: string) => join(folder, path)
const rows: { what: string; found: string; asItShould: boolean }[] = []
const note = (what: string, found: unknown, asItShould: boolean) =>
  rows.push({ what, found: String(found), asItShould })
const logged: string[] = []
let site: Site | undefined

for (const path of ['archive', 'backups', 'secrets', 'data']) mkdirSync(inFolder(path))
// The container's own account writes into it.
await $`chmod 777 ${inFolder('archive')}`
writeFileSync(inFolder('secrets/backup-key'), 'a key of the drill alone, and of no worth\n')
writeFileSync(inFolder('secrets/postgres-password'), 'drill')
const port = await freePort()
const server = await archivingServer(folder)
const provider = await startEmbedded(inFolder('provider'))
const providerSql = openSql(provider.url)
const read = readEnv({
  PORT: String(port),
  PUBLIC_URL: `http://localhost:${port}`,
  DATABASE_URL: server.url(),
  DATA_FOLDER: inFolder('data'),
})
if ('problems' in read) throw new Error(read.problems.join())
const stripe = await startPaymentsSandbox({
  sql: providerSql,
  publicUrl: () => read.env.publicUrl,
  webhookUrl: () => `http://127.0.0.1:${port}/api/stripe/webhook`,
  webhookSecret: 'whsec_drill',
  report: () => {},
})
const env: Env = {
  ...read.env,
  sandbox: new Set(['companies', 'addresses', 'mail']),
  stripe: { ...read.env.stripe, webhookSecret: 'whsec_drill', apiBase: stripe.apiBase },
}

try {
  await server.start([
    ...['-c', 'archive_mode=on', '-c', 'archive_timeout=60'],
    ...['-c', 'archive_command=test ! -f /archive/wal/%f && cp %p /archive/wal/%f'],
  ])
  const running = await startDrillSite({ demoData: true })
  const first = await openOrder(running.services)
  await pay({ sql: running.services.sql, stripe }, first)
  const document = await sendDocument(running.services)
  const late = await openOrder(running.services)
  await untilSigned(running.services.sql)
  const atDump = await countWhatMatters(running.services.sql)
  const old = inFolder('backups/accreditation-20200101T000000Z.dump.enc')
  writeFileSync(old, 'old')
  utimesSync(old, new Date('2020-01-01'), new Date('2020-01-01'))
  const dumped = await server.backup('once')
  const dump = /(accreditation-\d{8}T\d{6}Z\.dump\.enc),/.exec(dumped)?.[1] ?? ''
  note(
    'an encrypted dump',
    dumped.split('\n')[0],
    dump !== '' && !readFileSync(inFolder(`backups/${dump}`)).includes('PGDMP'),
  )
  note('a dump older than it is kept', 'is deleted', dumped.includes('Deleted /backups/accreditation-2020'))

  const began = performance.now()
  await server.inServer('pg_basebackup -U accreditation -D /archive/base -Ft -z -c fast -X none')
  note('base backup', `${seconds(began)} s`, true)
  await pay({ sql: running.services.sql, stripe }, late)
  await untilSigned(running.services.sql)
  await running.stop()
  const before = await server.checksums('accreditation')
  const moment = await server.ask<string>('select clock_timestamp() as value')
  const signedBefore = await logSize()
  await Bun.sleep(1000)

  // What comes after the moment: a payment, a change of the log, and the accident.
  const again = await startDrillSite({ demoData: false })
  const lost = await openOrder(again.services)
  await pay({ sql: again.services.sql, stripe }, lost)
  await untilSigned(again.services.sql)
  const signedAfter = await logSize()
  await again.services.sql`drop table stored_file_pieces, register_history cascade`.catch((problem) =>
    note('the accident', problem.message, false),
  )
  await again.stop()
  await server.untilArchived()
  await server.lose()

  const recovering = performance.now()
  await server.recover(moment)
  note(`recovered to ${moment}`, `${seconds(recovering)} s`, true)
  const after = await server.checksums('accreditation')
  const tables = before.split('\n').filter((line) => line.includes('|')).length - 1
  note('tables with every row as at that moment', `${tables} compared`, tables > 50 && before === after)

  logged.length = 0
  const restored = await startDrillSite({ demoData: false })
  const refusal = await until('a refusal', () => logged.find((line) => line.includes('public log not signed')))
  const { why } = JSON.parse(refusal) as { why: string }
  note(
    `the log (${signedBefore} of ${signedAfter} entries) is not signed`,
    why,
    why.includes('holds less') && signedAfter > signedBefore,
  )
  const found = (await examine(env)).find((check) => check.name === 'public log')!
  note('bun run doctor', found.says, found.result === 'wrong')
  const files = await listEvidence(restored.services.sql, { applicationId: document.applicationId })
  const kept = await (
    await fetch(`${env.publicUrl}/evidence/files/${document.id}`, { headers: { cookie: document.cookie } })
  ).bytes()
  note(
    'the evidence file, byte for byte',
    `${kept.length} bytes`,
    files.length === 1 && Buffer.from(kept).equals(document.content),
  )
  await reconcilePayments({}, restored.services)
  const discrepancy = await until(
    'a discrepancy',
    async () => (await restored.services.sql`select kind from payment_discrepancies`)[0],
  )
  note('paid after the moment', `reported as ${discrepancy.kind}`, discrepancy.kind === 'unknown-order')
  await restored.services.sql.begin(async (transaction) => {
    await keepPlaces(transaction)
    await restartLog(transaction, { reason: 'Restored in a drill', now: new Date() })
  })
  const size = await until(
    'a new log',
    async () => await logSize("(select name from signing_keys where purpose = 'log' and ended_at is null)"),
  )
  note('after restart-log a new log is signed', `${size} entries`, size > 0)
  await restored.stop()

  const fromDump = performance.now()
  await server.inServer('createdb -U accreditation restored')
  await $`bash -c ${`${server.backupCommand(`open /backups/${dump}`)} | docker exec -i ${server.name} pg_restore -U accreditation --exit-on-error --no-owner --no-privileges -d restored`}`.quiet()
  const sql = openSql(server.url('restored'), { connections: 4 })
  const atRestore = await countWhatMatters(sql)
  note(`the dump, restored in ${seconds(fromDump)} s`, atRestore, atRestore === atDump)
  const services = { ...restored.services, sql }
  const paidLate = async () =>
    (await sql`select status from orders where application_id = ${late.applicationId}`)[0]!.status
  const was = await paidLate()
  await reconcilePayments({}, services)
  for (const { id } of await sql`select id from payment_events where processed_at is null order by received_at`)
    await processPaymentEvent({ eventId: id }, services)
  note(
    'an order of the dump that was paid after it',
    `${was}, after reconciliation ${await paidLate()}`,
    was === 'pending' && (await paidLate()) === 'paid',
  )
  const [unknown] = await sql`select count(*)::int as count from payment_discrepancies where kind = 'unknown-order'`
  note('an order that came after it', `${unknown!.count} reported`, unknown!.count === 1)
  await sql.end()
  writeFileSync(inFolder('secrets/backup-key'), 'another key\n')
  note(
    'the dump with another key',
    'cannot be read',
    (
      await $`bash -c ${`${server.backupCommand(`open /backups/${dump}`)} | docker exec -i ${server.name} pg_restore --list`}`
        .quiet()
        .nothrow()
    ).exitCode !== 0,
  )
} catch (problem) {
  console.info((await $`docker logs --tail 15 ${server.name}`.quiet().nothrow()).stderr.toString())
  note(
    'the drill',
    problem instanceof Error ? `${problem.message} ${(problem as { stderr?: Buffer }).stderr ?? ''}` : problem,
    false,
  )
} finally {
  await site?.stop()
  await server.remove()
  await stripe.stop()
  await providerSql.end({ timeout: 1 })
  provider.stop()
  // What the container wrote belongs to its account.
  rmSync(folder, { recursive: true, force: true })
}
for (const { what, found, asItShould } of rows) console.info(`${asItShould ? 'ok   ' : 'WRONG'}  ${what}: ${found}`)
process.exit(rows.every(({ asItShould }) => asItShould) ? 0 : 1)

async function startDrillSite({ demoData }: { demoData: boolean }): Promise<Site> {
  const database = await openDatabase(env, { waitMs: 10_000 })
  await migrate(database.sql, database.directUrl)
  const started = await startSite(env, database, { demoData, log: createLog((line) => logged.push(line)) })
  site = {
    ...started,
    stop: async () => {
      site = undefined
      await started.stop()
      await database.close()
    },
  }
  return site
}

async function untilSigned(sql: Sql): Promise<void> {
  await until('signatures', async () => (await sql`select from register_leaves where position is null`).length === 0)
}

async function countWhatMatters(sql: Sql): Promise<string> {
  const [row] = await sql`
    select (select count(*) from register_entries) || ' entries, ' || (select count(*) from orders) || ' orders, '
      || (select count(*) from evidence_files) || ' files, ' || (select max(size) from log_checkpoints) || ' entries of the log' as counts`
  return row!.counts as string
}

async function logSize(
  origin = '(select origin from log_checkpoints order by signed_at desc limit 1)',
): Promise<number> {
  return Number(
    await server.ask<number>(`select coalesce(max(size), 0) as value from log_checkpoints where origin = ${origin}`),
  )
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}
