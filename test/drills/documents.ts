import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { $ } from 'bun'
import { projectRoot } from '#process/project-root.ts'
import { startSmtpServer } from '#providers/mail/smtp-server-fixture.ts'
import { freePort } from '../free-port.ts'
import { cookiesAfter, enrolOverHttp } from '../second-factor.ts'
import { until } from './until.ts'

// `bun run drill:documents`: types the commands of the operators' documents as they are written, in a copy of the last commit: a machine is
// set up, lost and restored from an older dump, and processes behind the balancer are replaced under traffic. Prints a table, and ends
// with 1 where something is not as it should be. Needs a Docker engine; DRILL_ENV names a file of settings for it (images of a registry of your own).

if ((await $`docker info`.quiet().nothrow()).exitCode !== 0) {
  console.info('No Docker engine answers: no command of the documents was typed.')
  process.exit(0)
}

const folder = mkdtempSync('/var/tmp/documents-drill-')
const inFolder = (path: string) => join(folder, path)
const port = await freePort()
const origin = `http://localhost:${port}`
const project = `documents-drill-${process.pid}`
const rows: { what: string; found: string; asItShould: boolean }[] = []
const note = (what: string, found: unknown, asItShould: boolean) =>
  rows.push({ what, found: String(found).slice(0, 160), asItShould })

try {
  await $`git -C ${projectRoot} archive HEAD | tar -x -C ${folder}`
  mkdirSync(inFolder('checkpoints'), { mode: 0o777 })
  await $`chmod 777 ${inFolder('checkpoints')}`
  await goingLive()
  await oneMachine()
  await severalProcesses()
} catch (problem) {
  note('the drill', (problem as Error).message, false)
} finally {
  await shell('docker compose down --volumes')
  rmSync(folder, { recursive: true, force: true })
}
console.table(rows)
process.exit(rows.every(({ asItShould }) => asItShould) ? 0 : 1)

/** From an empty machine to a site behind TLS, by Caddy's own authority, with an admin who signs in and an email that arrived. */
async function goingLive(): Promise<void> {
  const page = 'docs/going-live.md'
  const [tlsPort, mails] = [await freePort(), startSmtpServer({ hostname: '0.0.0.0' })]
  using front = Bun.serve({ port: 0, fetch: (request) => throughCaddy(request, tlsPort) })
  await type(page, 'Your settings')
  addSettings({
    COMPOSE_FILE: 'compose.yaml:deploy/compose.caddy.yaml:compose.override.yaml',
    TLS_PORT: String(tlsPort),
    CADDY_OPTIONS: 'local_certs',
    CHECKPOINT_STORE: 'file:///checkpoints',
    SMTP_URL: `smtp://172.17.0.1:${new URL(mails.url).port}`,
  })
  keepCheckpoints()
  await type(page, 'Start')
  await until('the site', async () => (await fetch(`${front.url.origin}/readyz`)).ok)
  await type(page, 'Address and certificate')
  const password = 'a wardrobe full of herring'
  await type(page, 'First admin', password)
  const signedIn = await fetch(`${front.url.origin}/admin/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ email: 'you@example.org', password, next: '/admin' }),
  })
  const { cookie } = await enrolOverHttp(front.url, cookiesAfter('', signedIn), new Date())
  const admin = await fetch(`${front.url.origin}/admin`, { headers: { cookie }, redirect: 'manual' })
  note('the first admin signs in', admin.status, admin.status === 200)
  await fetch(`${front.url.origin}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ann', email: 'ann@example.org', company: '', subject: '', message: 'Hello' }),
  })
  await until('the email about an enquiry', () => mails.taken.some(({ to }) => to.includes('hello@example.org')))
  await type(page, 'Backups elsewhere')
  await type(page, 'Alerts')
  const live = await shell(
    'docker compose exec -T -e NODE_EXTRA_CA_CERTS=/tmp/root.crt web bun dist/server/doctor.js --live --json || true',
  )
  const { points } = JSON.parse(live.stdout.toString()) as { points: { title: string; isDone: boolean }[] }
  const open = points.filter(({ isDone }) => !isDone).map(({ title }) => title)
  // What takes an account at a service.
  const away = ['Mail that comes back', 'Payments', 'Companies and addresses']
  note('not ticked by doctor --live', open.join(', '), open.join() === away.join())
  await shell('docker compose down --volumes')
  mails.close()
}

/** As a visitor of register.example.org reaches Caddy, whose authority nobody here knows. */
async function throughCaddy(request: Request, port: number): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const headers = new Headers(request.headers)
  headers.set('host', 'register.example.org')
  headers.set('origin', 'https://register.example.org')
  headers.set('accept-encoding', 'identity')
  return await fetch(`https://localhost:${port}${pathname}${search}`, {
    method: request.method,
    headers,
    redirect: 'manual',
    body: request.method === 'POST' ? await request.arrayBuffer() : null,
    tls: { rejectUnauthorized: false, serverName: 'register.example.org' },
  })
}

/** Set up, backed up, lost an hour after its dump, restored on new volumes; then an archive for recovery to a moment. */
async function oneMachine(): Promise<void> {
  settings({ COMPOSE_PROFILES: 'backup', CHECKPOINT_STORE: 'file:///checkpoints' })
  keepCheckpoints()
  await type('docs/operating.md', 'With Docker')
  await ready()
  await addEntries(1, 40)
  await type('docs/backups.md', 'Encrypted dumps')
  await type('docs/backups.md', 'The secrets')
  await addEntries(41, 43)
  await ask(`update register_entries set status = 'revoked', status_reason = 'Unsafe.' where number = 'N-5'`)
  await until(
    'signatures',
    async () => (await ask('select count(*) from register_leaves where position is null')) === '0',
  )
  note('the log, read from outside', await verifyLog(), (await verifyLog()).includes('44 entries'))

  await shell('docker compose down --volumes')
  const dumps = readdirSync(inFolder('backups')).sort()
  await $`mkdir -p ${inFolder('dumps')} && cp ${inFolder(`backups/${dumps.at(-1)}`)} ${inFolder('dumps/newest.dump.enc')}`
  await type('docs/backups.md', 'A new machine')
  await ready()
  const status = await ask(`select status from register_entries where number = 'N-5'`)
  note('what was revoked after the dump', status, status === 'revoked')
  await until(
    'signatures',
    async () => (await ask('select count(*) from register_leaves where position is null')) === '0',
  )
  const read = await verifyLog()
  note('the same log, with what was kept before the loss', read, read.includes('goes on from the 44 entries'))

  await $`sed -i s#/srv/archive#${inFolder('archive')}# ${inFolder('docs/backups.md')}`
  await type('docs/backups.md', 'Recovery to a moment')
  const moment = await ask('select now()')
  await Bun.sleep(2000)
  await ask(`delete from register_entries where number = 'N-7'`)
  await $`sed -i ${`s#2026-11-22 14:05:00+00#${moment}#`} ${inFolder('docs/backups.md')}`
  await type('docs/backups.md', 'Going back to a moment')
  const there = await ask(`select count(*) from register_entries where number = 'N-7'`)
  note('what was deleted after the moment', there, there === '1')
  await ready()
  await shell('docker compose down --volumes')
  rmSync(inFolder('compose.override.yaml'))
}

/** Processes behind the balancer, replaced under traffic. */
async function severalProcesses(): Promise<void> {
  settings({ COMPOSE_FILE: 'compose.yaml:deploy/compose.scale.yaml', WEB_REPLICAS: '2', WORKERS: '1' })
  await type('docs/operating.md', 'With Docker')
  await ready()
  appendFileSync(inFolder('.env'), 'GOLD_MIN_SCORE=75\n')
  let isOver = false
  const failed: string[] = []
  let answered = 0
  const traffic = (async () => {
    for (; !isOver; await Bun.sleep(50))
      for (const path of ['/', '/listings', '/api/events', '/contact']) {
        const answer = await fetch(origin + path, { signal: AbortSignal.timeout(10_000) }).catch((problem) => problem)
        if (answer instanceof Response && answer.ok) answered++
        else failed.push(answer instanceof Response ? String(answer.status) : (answer as Error).name)
        if (answer instanceof Response) await answer.bytes()
      }
  })()
  await type('docs/upgrades.md', 'Several processes')
  isOver = true
  await traffic
  note(
    'requests while all were replaced three times',
    `${answered} answered, ${failed.length} failed ${failed}`,
    failed.length === 0,
  )
}

function settings(given: Record<string, string>): void {
  writeFileSync(inFolder('.env'), '')
  addSettings(given)
}

/** Also has `docker compose` know its project. */
function addSettings(given: Record<string, string>): void {
  const own = { COMPOSE_PROJECT_NAME: project, PORT: String(port), ...given }
  const more = process.env.DRILL_ENV ? readFileSync(process.env.DRILL_ENV, 'utf8') : ''
  const lines = Object.entries(own).map(([name, value]) => `${name}=${value}`)
  appendFileSync(inFolder('.env'), `${more}\n${lines.join('\n')}\n`)
}

/** In a folder that outlives the machine. */
function keepCheckpoints(): void {
  const volumes = `['${inFolder('checkpoints')}:/checkpoints']`
  writeFileSync(inFolder('compose.override.yaml'), `services:\n  web: { volumes: ${volumes} }\n`)
}

/** The blocks below a heading that are marked as ```sh typed. test/architecture/documents.test.ts holds that every marked one is named here. */
async function type(document: string, heading: string, input = ''): Promise<void> {
  const text = readFileSync(inFolder(document), 'utf8')
  const section = new RegExp(`^#+ ${heading}\\n([\\s\\S]*?)(?=^#+ |(?![\\s\\S]))`, 'm').exec(text)?.[1] ?? ''
  const blocks = [...section.matchAll(/^```sh typed\n([\s\S]*?)^```/gm)].map(([, commands]) => commands!)
  if (blocks.length === 0) throw new Error(`${document} has no commands under "${heading}".`)
  for (const commands of blocks) {
    const began = performance.now()
    const { exitCode, stderr } = await shell(commands, input)
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    const said = exitCode === 0 ? '' : `: ${stderr.toString().trim().split('\n').at(-1)}`
    note(`${document}, ${heading}`, `${commands.trim().split('\n').length} lines, ${seconds} s${said}`, exitCode === 0)
    if (exitCode !== 0) throw new Error(`"${heading}" of ${document} ended with ${exitCode}${said}`)
  }
}

function shell(commands: string, input = '') {
  return $`bash -euo pipefail -c ${commands} < ${new Response(`${input}\n`)}`.cwd(folder).quiet().nothrow()
}

async function ready(): Promise<void> {
  await until('the site', async () => (await fetch(`${origin}/readyz`).catch(() => null))?.ok === true)
}

async function ask(query: string): Promise<string> {
  const { stdout } = await $`docker compose exec -T postgres psql -U accreditation -d accreditation -Atc ${query}`
    .cwd(folder)
    .quiet()
  return stdout.toString().trim()
}

async function addEntries(from: number, to: number): Promise<void> {
  await ask(`insert into register_entries (number, slug, status, valid_from, valid_until, title, organiser, category, sector)
    select 'N-' || n, 'n-' || n, 'active', now(), now() + interval '1 year', 'Title ' || n, 'Organiser', 'Other', 'culture'
    from generate_series(${from}, ${to}) as n`)
}

/** As somebody outside does, with what they kept the last time. */
async function verifyLog(): Promise<string> {
  const { stdout, stderr } = await $`bun src/commands/verify-log.ts ${origin} --file ${inFolder('kept.json')}`
    .cwd(projectRoot)
    .quiet()
    .nothrow()
  return `${stdout}${stderr}`.trim().split('\n')[0]!
}
