import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { $ } from 'bun'
import PDFDocument from 'pdfkit'
import { examine } from '../../src/commands/doctor/examine.ts'
import { openDatabase } from '../../src/database/connect.ts'
import { startEmbedded } from '../../src/database/embedded.ts'
import { migrate } from '../../src/database/migrate.ts'
import { openSql, type Sql } from '../../src/database/sql.ts'
import { type Env, readEnv } from '../../src/env.ts'
import { listEvidence } from '../../src/features/assessments/files/server/queries.ts'
import { ready, sessionOf } from '../../src/features/payments/server/funnel-fixture.ts'
import { processPaymentEvent } from '../../src/features/payments/server/process-payment-event.ts'
import { reconcilePayments } from '../../src/features/payments/server/reconcile-payments.ts'
import { startCheckout } from '../../src/features/payments/server/start-checkout.ts'
import { restartLog } from '../../src/features/proof/server/restart-log.ts'
import { keepPlaces } from '../../src/features/watching/server/keep-places.ts'
import { createLog } from '../../src/process/log.ts'
import { projectRoot } from '../../src/process/project-root.ts'
import { startPaymentsSandbox } from '../../src/providers/payments/sandbox/start-payments-sandbox.ts'
import { ownershipCookie } from '../../src/requests/ownership.ts'
import type { Services } from '../../src/requests/services.ts'
import { type Site, startSite } from '../../src/site.ts'
import { addApplication } from '../add-application.ts'
import '../browser-build.ts'
import { freePort } from '../free-port.ts'
import { sendEvidence } from '../send-evidence.ts'

// `bun run drill:restore`: a PostgreSQL 18 in a container that archives its log (docs/backups.md), a site on it with entries, payments,
// evidence and the public log, and a payment provider that no restore touches. An encrypted dump and a base backup are made, the site goes
// on, the database is destroyed and brought back: to a moment from base backup and archive, and to the dump. Prints a table, and
// ends with 1 where something is missing. Needs a Docker engine with postgres:18.

const image = 'postgres:18'
const folder = mkdtempSync('/var/tmp/restore-drill-')
const name = `restore-drill-${process.pid}`
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
const [databasePort, port] = [await freePort(), await freePort()]
const url = (database = 'accreditation') => `postgres://accreditation:drill@127.0.0.1:${databasePort}/${database}`
const provider = await startEmbedded(inFolder('provider'))
const providerSql = openSql(provider.url)
const read = readEnv({
  PORT: String(port),
  PUBLIC_URL: `http://localhost:${port}`,
  DATABASE_URL: url(),
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
  await startServer([
    ...['-c', 'archive_mode=on', '-c', 'archive_timeout=60'],
    ...['-c', 'archive_command=test ! -f /archive/wal/%f && cp %p /archive/wal/%f'],
  ])
  const running = await startDrillSite({ demoData: true })
  const first = await openOrder(running.services)
  await pay(running.services.sql, first)
  const document = await sendDocument(running)
  const late = await openOrder(running.services)
  await untilSigned(running.services.sql)
  const atDump = await countWhatMatters(running.services.sql)
  const old = inFolder('backups/accreditation-20200101T000000Z.dump.enc')
  writeFileSync(old, 'old')
  utimesSync(old, new Date('2020-01-01'), new Date('2020-01-01'))
  const dumped = await backup('once')
  const dump = /(accreditation-\d{8}T\d{6}Z\.dump\.enc),/.exec(dumped)?.[1] ?? ''
  note(
    'an encrypted dump',
    dumped.split('\n')[0],
    dump !== '' && !readFileSync(inFolder(`backups/${dump}`)).includes('PGDMP'),
  )
  note('a dump older than it is kept', 'is deleted', dumped.includes('Deleted /backups/accreditation-2020'))

  const began = performance.now()
  await inServer('pg_basebackup -U accreditation -D /archive/base -Ft -z -c fast -X none')
  note('base backup', `${seconds(began)} s`, true)
  await pay(running.services.sql, late)
  await untilSigned(running.services.sql)
  await running.stop()
  const before = await checksums('accreditation')
  const moment = await ask<string>('select clock_timestamp() as value')
  const signedBefore = await logSize()
  await Bun.sleep(1000)

  // What comes after the moment: a payment, a change of the log, and the accident.
  const again = await startDrillSite({ demoData: false })
  const lost = await openOrder(again.services)
  await pay(again.services.sql, lost)
  await untilSigned(again.services.sql)
  const signedAfter = await logSize()
  await again.services.sql`drop table stored_file_pieces, register_history cascade`.catch((problem) =>
    note('the accident', problem.message, false),
  )
  await again.stop()
  await untilArchived()
  await $`docker rm --force --volumes ${name}`.quiet()

  const recovering = performance.now()
  await recover(moment)
  note(`recovered to ${moment}`, `${seconds(recovering)} s`, true)
  const after = await checksums('accreditation')
  const tables = before.split('\n').filter((line) => line.includes('|')).length - 1
  note('tables with every row as at that moment', `${tables} compared`, tables > 50 && before === after)

  logged.length = 0
  const restored = await startDrillSite({ demoData: false })
  const refusal = await until(() => logged.find((line) => line.includes('public log not signed')))
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
  const discrepancy = await until(async () => (await restored.services.sql`select kind from payment_discrepancies`)[0])
  note('paid after the moment', `reported as ${discrepancy.kind}`, discrepancy.kind === 'unknown-order')
  await restored.services.sql.begin(async (transaction) => {
    await keepPlaces(transaction)
    await restartLog(transaction, { reason: 'Restored in a drill', now: new Date() })
  })
  const size = await until(
    async () => await logSize("(select name from signing_keys where purpose = 'log' and ended_at is null)"),
  )
  note('after restart-log a new log is signed', `${size} entries`, size > 0)
  await restored.stop()

  const fromDump = performance.now()
  await inServer('createdb -U accreditation restored')
  await $`bash -c ${`${backupCommand(`open /backups/${dump}`)} | docker exec -i ${name} pg_restore -U accreditation --exit-on-error --no-owner --no-privileges -d restored`}`.quiet()
  const sql = openSql(url('restored'), { connections: 4 })
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
    (await $`bash -c ${`${backupCommand(`open /backups/${dump}`)} | pg_restore --list`}`.quiet().nothrow()).exitCode !==
      0,
  )
} catch (problem) {
  console.info((await $`docker logs --tail 15 ${name}`.quiet().nothrow()).stderr.toString())
  note(
    'the drill',
    problem instanceof Error ? `${problem.message} ${(problem as { stderr?: Buffer }).stderr ?? ''}` : problem,
    false,
  )
} finally {
  await site?.stop()
  await $`docker rm --force --volumes ${name}`.quiet().nothrow()
  await $`docker volume rm ${name}-recovered`.quiet().nothrow()
  await stripe.stop()
  await providerSql.end({ timeout: 1 })
  provider.stop()
  // What the container wrote belongs to its account.
  rmSync(folder, { recursive: true, force: true })
}
for (const { what, found, asItShould } of rows) console.info(`${asItShould ? 'ok   ' : 'WRONG'}  ${what}: ${found}`)
process.exit(rows.every(({ asItShould }) => asItShould) ? 0 : 1)

async function startServer(settings: string[], mounts: string[] = []): Promise<void> {
  await $`mkdir -p ${inFolder('archive/wal')} && chmod 777 ${inFolder('archive/wal')}`
  const environment = [
    '-e',
    'POSTGRES_USER=accreditation',
    '-e',
    'POSTGRES_DB=accreditation',
    '-e',
    'POSTGRES_PASSWORD=drill',
  ]
  await $`docker run --detach --name ${name} ${environment} -p 127.0.0.1:${databasePort}:5432 -v ${inFolder('archive')}:/archive ${mounts} ${image} postgres ${settings}`.quiet()
  await until(
    async () =>
      (await $`docker exec ${name} pg_isready -h 127.0.0.1 -U accreditation`.quiet().nothrow()).exitCode === 0,
  )
}

/** A server that begins with the base backup and replays the archive up to a moment, as docs/backups.md has it. */
async function recover(moment: string): Promise<void> {
  const settings = `restore_command = 'cp /archive/wal/%f %p'\nrecovery_target_time = '${moment.replace('T', ' ').replace('Z', '+00')}'\nrecovery_target_action = 'promote'\n`
  writeFileSync(inFolder('archive/recovery.conf'), settings)
  const prepare = `set -e; mkdir -p $PGDATA; tar -xzf /archive/base/base.tar.gz -C $PGDATA
    cat /archive/recovery.conf >> $PGDATA/postgresql.auto.conf; touch $PGDATA/recovery.signal; chown -R postgres /var/lib/postgresql; chmod 700 $PGDATA`
  const volume = `${name}-recovered`
  await $`docker run --rm -v ${volume}:/var/lib/postgresql -v ${inFolder('archive')}:/archive ${image} bash -c ${prepare}`.quiet()
  await startServer([], ['-v', `${volume}:/var/lib/postgresql`])
  await until(async () => (await ask<boolean>('select not pg_is_in_recovery() as value')) === true)
}

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

async function openOrder(services: Services) {
  const { id } = await addApplication(services.sql, { status: 'approved' })
  const started = await startCheckout(
    services,
    { applicationId: id, product: 'listing', coupon: null, metadata: {} },
    null,
  )
  return { applicationId: id, sessionId: sessionOf(ready(started)) }
}

/** Pays at the provider, and waits until its webhook has published the entry. */
async function pay(
  sql: Sql,
  { applicationId, sessionId }: { applicationId: string; sessionId: string },
): Promise<void> {
  await stripe.controls.paySession(sessionId)
  await until(
    async () =>
      (await sql`select from orders where application_id = ${applicationId} and status = 'paid'`).length === 1,
  )
}

async function sendDocument({ services }: Site) {
  const { id: applicationId } = await addApplication(services.sql)
  const cookie = ownershipCookie('', [applicationId], services).split(';')[0]!
  const content = await drawDocument()
  const { id } = await sendEvidence({ origin: env.publicUrl, cookie, applicationId }, 'Plan.pdf', content)
  await until(async () => (await listEvidence(services.sql, { applicationId })).some(({ state }) => state === 'ready'))
  return { id, applicationId, cookie, content }
}

async function drawDocument(): Promise<Uint8Array<ArrayBuffer>> {
  const document = new PDFDocument()
  const parts: Buffer[] = []
  document.on('data', (part) => parts.push(part))
  const ended = new Promise((done) => document.on('end', done))
  document.fontSize(60).text('Event plan').end()
  await ended
  return new Uint8Array(Buffer.concat(parts))
}

async function untilSigned(sql: Sql): Promise<void> {
  await until(async () => (await sql`select from register_leaves where position is null`).length === 0)
}

async function untilArchived(): Promise<void> {
  const last = await ask<string>('select pg_walfile_name(pg_switch_wal()) as value')
  await until(
    async () =>
      await ask<boolean>(`select coalesce(last_archived_wal >= '${last}', false) as value from pg_stat_archiver`),
  )
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
    await ask<number>(`select coalesce(max(size), 0) as value from log_checkpoints where origin = ${origin}`),
  )
}

async function ask<Value>(query: string): Promise<Value> {
  const sql = openSql(url(), { connections: 1 })
  try {
    return (await sql.unsafe(query))[0]!.value as Value
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function checksums(database: string): Promise<string> {
  return await $`docker exec -i ${name} psql -U accreditation -d ${database} -f - < ${resolve(projectRoot, 'deploy/checksum.sql')}`.text()
}

async function inServer(command: string): Promise<string> {
  return await $`docker exec ${name} bash -c ${command}`.text()
}

/** deploy/backup.sh in a container of its own, as the compose file runs it. */
function backupCommand(words: string): string {
  const mounts = `-v ${inFolder('backups')}:/backups -v ${inFolder('secrets')}:/secrets:ro -v ${resolve(projectRoot, 'deploy/backup.sh')}:/backup.sh:ro`
  const confined = '--read-only --cap-drop ALL --security-opt no-new-privileges --tmpfs /tmp'
  const given =
    '-e PGHOST=127.0.0.1 -e PGUSER=accreditation -e PGDATABASE=accreditation -e PGPASSWORD_FILE=/secrets/postgres-password'
  return `docker run --rm --network container:${name} ${confined} ${mounts} ${given} --entrypoint bash ${image} /backup.sh ${words}`
}

async function backup(words: string): Promise<string> {
  return await $`bash -c ${backupCommand(words)}`.text()
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}

async function until<Value>(look: () => Value | Promise<Value>): Promise<NonNullable<Value>> {
  for (const end = Date.now() + 60_000; ; await Bun.sleep(100)) {
    const found = await Promise.try(look).catch(() => null)
    if (found) return found
    if (Date.now() > end) throw new Error(`Waited in vain: ${look.toString().slice(0, 200)}`)
  }
}
