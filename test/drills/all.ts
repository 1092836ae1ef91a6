import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { $ } from 'bun'
import { lastRelease } from '#database/last-release.ts'
import { openSql, type Sql } from '#database/sql.ts'
import { lastReleaseCommit } from './check-out-last-release.ts'
import { checkStored, idsOf, type Row, reportStored, untilSettled } from './installation/check-stored.ts'
import { type Outage, RequestCounter, reasonsOf, reportPhases } from './installation/count-requests.ts'
import { driveLoad, joinLedgers, type Ledger } from './installation/drive-load.ts'
import { openBrowser } from './installation/open-browser.ts'
import { startOutside } from './installation/start-outside.ts'
import { host, needEngine, openMachine } from './machine.ts'
import { until } from './until.ts'

// `bun run drill:all [runbooks|killed|setting|release|disk|machine|moment …]`: on a machine with a Docker engine, from an empty folder, by the commands of the
// documents as they are written and with people on the site all along: it goes live, the runbooks' commands are typed, each container is killed, a setting is changed, the
// last release comes and goes, the disk of the database fills, the machine is lost and restored from an older backup, and the database
// goes back to a moment. Prints a table of what failed and how long, one of what was acknowledged, and one of what was looked at;
// ends with 1 where something does not hold. Takes about twenty minutes.

const admin = { email: 'you@example.org', password: 'a wardrobe full of herring' }
/** Small enough to be filled soon, and of memory. */
const diskBytes = 1_200_000_000
/** Jobs of a worker that was killed are taken again within this time, in milliseconds. */
const settleMs = 480_000

const steps = process.argv.slice(2)
await needEngine()
const rows: { what: string; found: string; asItShould: boolean }[] = []
const note = (what: string, found: unknown, asItShould: boolean) => {
  rows.push({ what, found: String(found).slice(0, 400), asItShould })
  console.info(`${asItShould ? 'ok   ' : 'WRONG'} ${what}: ${rows.at(-1)!.found}`)
}
const outages = new Map<string, Outage>()
const counter = new RequestCounter()
const folder = mkdtempSync('/var/tmp/drill-outside-')
const machine = await openMachine(note, diskBytes)
const front = { origin: machine.origin, ask: machine.request }
const outside = await startOutside(folder, front, { host })
const common = {
  ...{ SANDBOX: 'companies,addresses', ...outside.settings, ADMIN_REQUIRE_2FA: 'off' },
  CHECKPOINT_STORE: 'file:///checkpoints',
}
const alone = { ...common, COMPOSE_FILE: 'compose.yaml:deploy/compose.caddy.yaml', CADDY_OPTIONS: 'local_certs' }
const several = {
  ...common,
  ...{ COMPOSE_FILE: 'compose.yaml:deploy/compose.scale.yaml', PUBLIC_URL: machine.origin },
  ...{ WEB_REPLICAS: '2', WORKERS: '1', TRUST_PROXY: '2' },
}
const began = performance.now()
const stored: Row[] = []
let load: ReturnType<typeof drive> | undefined
let sql: Sql | undefined

try {
  const disk = await goLive()
  await behindTheBalancer()
  await attempt('runbooks', typeRunbooks)
  // Before the rest, for jobs of a worker that was killed are taken again only some minutes later.
  await attempt('killed', killEach)
  await attempt('setting', changeSetting)
  await attempt('release', changeRelease)
  await attempt('disk', () => fillDisk(disk))
  await stopLoad()
  const acknowledged = load!.ledger
  sql = openSql(await machine.databaseUrl(), { connections: 2 })
  await sql`select graphile_worker.add_job('fill-ledger', '{}'::json)`
  note('queue, mails and log come to rest', '', await untilSettled(sql, settleMs))
  stored.push(...(await checkStored(sql, acknowledged, outside)))
  await verify('the log after all of it')
  await attempt('machine', () => loseMachine(acknowledged))
  await attempt('moment', goBack)
} catch (problem) {
  await noteProblem('the drill', problem)
} finally {
  counter.close()
  await sql?.end({ timeout: 1 })
  const requests = reportPhases(counter.phases, (name) => outages.get(name) ?? 'none')
  const found = reportStored(stored)
  for (const each of [...requests.wrong, ...found.wrong]) note('it does not hold', each, false)
  const looked = rows.map(
    ({ what, found, asItShould }) => `| ${asItShould ? '' : '**wrong** '}${what} | ${found.replaceAll('\n', ' ')} |`,
  )
  console.info(
    [
      '',
      ...requests.lines,
      '',
      ...reasonsOf(counter.phases),
      '',
      ...found.lines,
      '',
      '| looked at | found |',
      '| --- | --- |',
      ...looked,
    ].join('\n'),
  )
  console.info(`\n${((performance.now() - began) / 60_000).toFixed(1)} minutes.`)
  await outside.stop()
  await machine.close()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(rows.every(({ asItShould }) => asItShould) ? 0 : 1)

/** What goes wrong in one is no reason to leave out the next. */
async function attempt(
  step: 'runbooks' | 'killed' | 'setting' | 'release' | 'disk' | 'machine' | 'moment',
  work: () => Promise<void>,
) {
  if (steps.length > 0 && !steps.includes(step)) return
  await work().catch((problem) => noteProblem(`the drill "${step}"`, problem))
}

async function noteProblem(what: string, problem: unknown): Promise<void> {
  note(what, problem instanceof Error ? problem.stack : problem, false)
  const said = await machine.shell('docker compose ps --all; docker compose logs --no-log-prefix --tail 8')
  console.info(said.stdout.toString())
}

/** From an empty folder to a site behind TLS, by Caddy's own authority, with an admin who signs in and an email that arrived. @returns what fills the disk of its database. */
async function goLive() {
  const page = 'docs/going-live.md'
  await machine.type(page, 'Your settings')
  machine.settings(alone)
  await machine.type(page, 'Start')
  await machine.ready()
  const disk = await machine.fillDisk()
  const reading = read()
  await during('going live', 'none', async () => {
    await machine.type(page, 'Address and certificate')
    await machine.type(page, 'First admin', { input: admin.password })
    await machine.type('docs/something-is-wrong.md', 'Somebody is locked out', { input: admin.password })
    const form = new URLSearchParams({ email: admin.email, password: admin.password, next: '/admin' })
    const headers = { origin: machine.origin }
    const signedIn = await machine.request('/admin/sign-in', {
      method: 'POST',
      redirect: 'manual',
      headers,
      body: form,
    })
    note('the first admin signs in', signedIn.status, signedIn.status === 303)
    await enquire()
    await until('the email about an enquiry', () =>
      outside.mail.taken.some(({ to }) => to.includes('hello@example.org')),
    )
    await machine.type(page, 'Backups elsewhere')
    await machine.type(page, 'Alerts', { instead: { 9464: String(machine.metricsPort) } })
    // It finds what is not there yet, and ends with 1.
    await machine.type('docs/something-is-wrong.md', 'First', { instead: { 'doctor.js': 'doctor.js || true' } })
    await liveTicks().catch((problem) => note('doctor --live', problem, false))
  })
  await verify('the log, kept from outside')
  await reading.stop()
  return disk
}

async function liveTicks(): Promise<void> {
  const command =
    'docker compose exec -T -e NODE_EXTRA_CA_CERTS=/tmp/root.crt web bun dist/server/doctor.js --live --json || true'
  const { points } = JSON.parse((await machine.shell(command)).stdout.toString()) as {
    points: { title: string; isDone: boolean }[]
  }
  const open = points.filter(({ isDone }) => !isDone).map(({ title }) => title)
  // What takes an account at a service.
  const away = ['Mail that comes back', 'Payments', 'Companies and addresses']
  note('not ticked by doctor --live', open.join(', '), open.join() === away.join())
}

async function behindTheBalancer(): Promise<void> {
  const reading = read()
  await during('moved behind the balancer', 'all', async () => {
    await machine.shell('docker compose down')
    machine.settings(several)
    await machine.type('docs/operating.md', 'With Docker')
    await machine.ready()
  })
  await reading.stop()
  load = drive()
}

async function typeRunbooks(): Promise<void> {
  const pages = readdirSync(machine.inFolder('docs/runbooks')).sort()
  await during('the commands of the runbooks', 'none', async () => {
    for (const page of pages) await machine.typeBetweenWords(`docs/runbooks/${page}`)
  })
}

async function changeSetting(): Promise<void> {
  const setting = async () => {
    const found = await Promise.all(
      (await machine.containersOf('web-replica')).map((id) =>
        $`docker exec ${id} printenv GOLD_MIN_SCORE`.nothrow().text(),
      ),
    )
    return found.map((each) => each.trim()).join(', ')
  }
  appendFileSync(machine.inFolder('.env'), 'GOLD_MIN_SCORE=75\n')
  await during('a setting changed, by three rolls', 'none', () => machine.type('docs/upgrades.md', 'Several processes'))
  note('the setting at each process', await setting(), (await setting()) === '75, 75')
  const right = readFileSync(machine.inFolder('.env'))
  appendFileSync(machine.inFolder('.env'), 'GOLD_MIN_SCORE=plenty\n')
  await during('a setting that does not work', 'none', async () => {
    const { exitCode, stdout } = await machine.shell('deploy/roll')
    note('it is refused', stdout.toString().trim().split('\n').slice(-2).join(' '), exitCode === 1)
  })
  writeFileSync(machine.inFolder('.env'), right)
  note('the setting then', await setting(), (await setting()) === '75, 75')
}

/** The last release's image on today's schema, and back. */
async function changeRelease(): Promise<void> {
  const release = join(folder, 'release')
  mkdirSync(release)
  await $`git archive ${lastReleaseCommit} | tar -x -C ${release}`
  await $`docker build --quiet --tag ${machine.image.replace(':local', ':before')} ${release}`.quiet()
  const today = (await $`docker image inspect --format ${'{{.Id}}'} ${machine.image}`.text()).trim()
  const own = readFileSync(machine.inFolder('.env'), 'utf8')
  // It asks every process for all keys of mail and payments, whatever its role.
  const more = `services:
  web-replica: { environment: { SMTP_URL: '${outside.settings.SMTP_URL}' } }
  worker: { environment: { STRIPE_WEBHOOK_SECRET: '${outside.settings.STRIPE_WEBHOOK_SECRET}' } }\n`
  writeFileSync(machine.inFolder('compose.before.yaml'), more)
  const files = `${several.COMPOSE_FILE}:compose.drill.yaml:compose.before.yaml`
  writeFileSync(machine.inFolder('.env.before'), `${own}COMPOSE_FILE='${files}'\n`)
  const began = new Date().toISOString()
  await during(`the way back to ${lastRelease.version}`, 'none', () => roll('--back'))
  await $`docker tag ${today} ${machine.image}`
  writeFileSync(machine.inFolder('.env'), own)
  await during('the upgrade to today’s', 'none', () => roll(''))
  // Until its last process has gone, and none before it came.
  const refused = JSON.parse(
    await machine.ask(
      `select coalesce(json_agg(id) filter (where state = 'refused' and uploaded_at >= '${began}'), '[]') from evidence_files`,
    ),
  ) as string[]
  for (const id of refused) load!.ledger.documents.delete(id)
  note(`documents refused by ${lastRelease.version}, whose image refuses all`, refused.length, true)
}

async function roll(how: string): Promise<void> {
  const { exitCode, stdout, stderr } = await machine.shell(`deploy/roll ${how}`)
  const said = `${stdout}${stderr}`.trim().split('\n')
  note(`deploy/roll ${how}`.trim(), said.at(-1), exitCode === 0)
  if (exitCode !== 0) throw new Error(said.slice(-8).join('\n'))
}

async function fillDisk(disk: Awaited<ReturnType<typeof machine.fillDisk>>): Promise<void> {
  await during('the disk of the database full', 'made', async () => {
    await disk.fill()
    const refused = await until('a refusal', async () => {
      const answer = await enquire()
      return answer.status === 503 ? ((await answer.json()).error as string) : null
    })
    note('what is sent is refused with', refused, refused.includes('take nothing new'))
    const page = await machine.request(`/listings?n=${Bun.randomUUIDv7()}`)
    note('a page that is made', page.status, page.ok)
    note('/readyz', (await machine.request('/readyz')).status, true)
    const [worker] = await machine.containersOf('worker')
    const doctor = await $`docker exec ${worker} bun dist/server/doctor.js`.quiet().nothrow()
    const line = `${doctor.stdout}`.split('\n').find((each) => each.includes('disk of the database'))
    note('doctor', line, Boolean(line?.includes('full')))
    await disk.free()
    await until('an enquiry that is taken', async () => (await enquire()).ok, 120_000)
  })
}

async function enquire(): Promise<Response> {
  const part = () => Math.floor(Math.random() * 250) + 1
  return await machine.request('/api/contact', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-load-visitor': `10.1.${part()}.${part()}` },
    body: JSON.stringify({ name: 'Drill', email: 'disk@measure.example', message: Bun.randomUUIDv7() }),
  })
}

async function killEach(): Promise<void> {
  const services = ['worker', 'web-replica', 'backup', 'pgbouncer', 'balancer', 'postgres']
  for (const service of services) {
    const outage = { balancer: 'all', pgbouncer: 'made', postgres: 'made' }[service] as Outage | undefined
    await during(`each ${service} killed`, outage ?? 'once', async () => {
      for (const id of await machine.containersOf(service)) {
        await machine.kill(id)
        // A dump is an hour away: its container is well when there is one.
        if (service !== 'backup') await machine.up(id)
        await machine.ready()
      }
    })
  }
  await during('after all of it', 'none', () => Bun.sleep(10_000))
}

/** Lost "an hour" after a backup; the secrets and the dump had been copied elsewhere. @param before what was acknowledged until now. */
async function loseMachine(before: Ledger): Promise<void> {
  load = drive()
  await during('people before the backup', 'none', () => Bun.sleep(12_000))
  await machine.type('docs/backups.md', 'The secrets')
  const atBackup = joinLedgers([before, load.ledger])
  await during('a backup', 'none', () => machine.type('docs/backups.md', 'Encrypted dumps'))
  await during('the hour after it', 'none', () => Bun.sleep(20_000))
  await stopLoad()
  const revoked = await machine.ask(`
    update register_entries set status = 'revoked', status_reason = 'Unsafe.'
    where id = (select id from register_entries where application_id is not null and status = 'active' order by published_at limit 1)
    returning number`)
  const all = joinLedgers([before, load.ledger])
  await until(
    'signatures',
    async () => (await machine.ask('select count(*) from register_leaves where position is null')) === '0',
  )
  await verify('the log before the loss')
  await sql?.end({ timeout: 1 })

  const reading = read()
  await during('the machine lost and restored', 'all', async () => {
    await machine.lose()
    const dumps = readdirSync(machine.inFolder('backups'), { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.dump.enc'))
      .sort((one, other) => one.split('/').at(-1)!.localeCompare(other.split('/').at(-1)!))
    mkdirSync(machine.inFolder('dumps'))
    copyFileSync(machine.inFolder(`backups/${dumps.at(-1)}`), machine.inFolder('dumps/newest.dump.enc'))
    await machine.type('docs/backups.md', 'A new machine')
    await machine.ready()
  })
  await reading.stop()
  const db = openSql(await machine.databaseUrl(), { connections: 2 })
  sql = db
  for (const job of ['reconcile-payments', 'fill-ledger']) await db`select graphile_worker.add_job(${job}, '{}'::json)`
  load = drive()
  await during('people after it', 'none', () => Bun.sleep(12_000))
  await stopLoad()
  note('queue, mails and log come to rest', '', await untilSettled(db, settleMs))
  const orders = await db<
    { session: string }[]
  >`select checkout_session_id as session from orders where status = 'paid'`
  const there = new Set(orders.map(({ session }) => session))
  // Between the copy of what was acknowledged and the dump somebody paid, and some browser of before reads nothing any more: it was let go.
  const payments = new Map([...all.payments, ...load.ledger.payments].filter(([, session]) => there.has(session)))
  const acknowledged = { ...joinLedgers([atBackup, load.ledger]), payments, documents: load.ledger.documents }
  const found = await checkStored(db, acknowledged, { ...outside, paidSessions: async () => [...there] })
  const whole = found.filter(({ what }) => !/^(mails|leaves|changes)/.test(what))
  stored.push(...whole.map((row) => ({ ...row, what: `${row.what}, restored` })))
  const kept = await db<
    { hash: string }[]
  >`select encode(sha256, 'hex') as hash from evidence_files where state = 'ready'`
  const hashes = new Set(kept.map(({ hash }) => hash))
  const documents = [...atBackup.documents.values()]
  const same = documents.filter(({ sha256 }) => hashes.has(sha256))
  note('documents of before the backup', `${same.length} of ${documents.length}`, same.length === documents.length)
  const unknown = [...all.payments.values()].filter((session) => !there.has(session))
  // Each by its payment: the bill may be heard of before the session.
  const [told] = await db<{ count: number }[]>`
    select count(*)::int as count from payment_discrepancies where kind = 'unknown-order'`
  const [run] = await db<{ text: string }[]>`
    select concat_ws(', ', coalesce(outcome, 'not ended'), events_listed || ' events listed', events_missed || ' new') as text
    from reconciliation_runs order by started_at desc limit 1`
  note(
    'paid after the backup, found as discrepancies',
    `${told!.count} of ${unknown.length}; reconciliation: ${run?.text ?? 'none'}`,
    told!.count === unknown.length,
  )
  const status = await machine.ask(`select status from register_entries where number = '${revoked.split('\n')[0]}'`)
  note('what was revoked after the backup', status, status === 'revoked')
  await verify('the same log after the restore')
  const ids = idsOf(outside.mail)
  note(
    'emails handed over twice, in all of it',
    `${ids.length - new Set(ids).size} of ${ids.length}`,
    ids.length === new Set(ids).size,
  )
}

/** Back to a moment after an enquiry and before another. */
async function goBack(): Promise<void> {
  const archive = machine.inFolder('archive')
  const reading = read()
  await during('an archive is set up', 'made', () =>
    machine.type('docs/backups.md', 'Recovery to a moment', { instead: { '/srv/archive': archive } }),
  )
  await machine.ready()
  const enquiries = async () => Number(await machine.ask('select count(*) from contact_enquiries'))
  await enquire()
  const before = await enquiries()
  const moment = await machine.ask('select clock_timestamp()')
  await Bun.sleep(1500)
  await enquire()
  await during('back to a moment', 'all', async () => {
    await machine.type('docs/backups.md', 'Going back to a moment', { instead: { '2026-11-22 14:05:00+00': moment } })
    await machine.ready()
  })
  await reading.stop()
  note(
    'enquiries at the moment and after going back',
    `${before}, ${await enquiries()}`,
    before === (await enquiries()),
  )
  await verify('the same log after going back')
}

/** On a busy machine the site is what is drilled, not the machine. */
function drive() {
  return driveLoad({ balancer: front, counter, outside, admin, pauseMs: 200 })
}

/** Does something while people are on the site, and lets it come to rest. */
async function during(name: string, outage: Outage, work: () => Promise<unknown>): Promise<void> {
  outages.set(name, outage)
  counter.begin(name)
  await work()
  await Bun.sleep(2500)
  console.info(`${name}: ${((performance.now() - counter.phases.at(-1)!.beganAt) / 1000).toFixed(0)} s`)
}

/** The last applicants pay. */
async function stopLoad(): Promise<void> {
  counter.begin('to the end')
  for (const problem of await load!.stop()) note('somebody did not come to an end', problem, false)
}

/** Somebody who reads two pages again and again. */
function read() {
  let isOver = false
  const loop = (async () => {
    for (; !isOver; await Bun.sleep(200)) {
      await openBrowser(front, counter).ask('kept page', '/about')
      await openBrowser(front, counter).ask('made page', `/listings?n=${Bun.randomUUIDv7()}`)
    }
  })()
  return {
    stop: async () => {
      isOver = true
      await loop
    },
  }
}

async function verify(what: string): Promise<void> {
  const { holds, says } = await machine.verifyLog()
  note(what, says, holds)
}
