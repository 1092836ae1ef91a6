import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { $ } from 'bun'
import { projectRoot } from '#process/project-root.ts'
import { freePort } from '../free-port.ts'
import { until } from './until.ts'

// `bun run drill:documents`: types the commands of docs/operating.md and docs/backups.md as they are written, in a copy of the last commit: a machine is
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

/** Set up, backed up, lost an hour after its dump, restored on new volumes; then an archive for recovery to a moment. */
async function oneMachine(): Promise<void> {
  settings({ COMPOSE_PROFILES: 'backup', CHECKPOINT_STORE: 'file:///checkpoints' })
  writeFileSync(
    inFolder('compose.override.yaml'),
    `services:\n  web: { volumes: ['${inFolder('checkpoints')}:/checkpoints'] }\n`,
  )
  await type('docs/operating.md', 'With Docker', 1)
  await ready()
  await addEntries(1, 40)
  await type('docs/backups.md', 'Encrypted dumps', 1)
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
  await type('docs/backups.md', 'Recovery to a moment', 2)
  await shell('docker compose down --volumes')
  rmSync(inFolder('compose.override.yaml'))
}

/** Processes behind the balancer, replaced under traffic. */
async function severalProcesses(): Promise<void> {
  settings({ COMPOSE_FILE: 'compose.yaml:deploy/compose.scale.yaml', WEB_REPLICAS: '2', WORKERS: '1' })
  await type('docs/operating.md', 'With Docker', 1)
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
  await type('docs/operating.md', 'Web and worker processes')
  isOver = true
  await traffic
  note(
    'requests while all were replaced three times',
    `${answered} answered, ${failed.length} failed ${failed}`,
    failed.length === 0,
  )
}

/** Also has `docker compose` know its project. */
function settings(given: Record<string, string>): void {
  const own = { COMPOSE_PROJECT_NAME: project, PORT: String(port), ...given }
  const more = process.env.DRILL_ENV ? readFileSync(process.env.DRILL_ENV, 'utf8') : ''
  const lines = Object.entries(own).map(([name, value]) => `${name}=${value}`)
  writeFileSync(inFolder('.env'), `${more}\n${lines.join('\n')}\n`)
}

/** @param most of the blocks below the heading, from the first. */
async function type(document: string, heading: string, most = Number.POSITIVE_INFINITY): Promise<void> {
  const text = readFileSync(inFolder(document), 'utf8')
  const section = new RegExp(`^#+ ${heading}\\n([\\s\\S]*?)(?=^#+ |(?![\\s\\S]))`, 'm').exec(text)?.[1] ?? ''
  const blocks = [...section.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, commands]) => commands!).slice(0, most)
  if (blocks.length === 0) throw new Error(`${document} has no commands under "${heading}".`)
  for (const commands of blocks) {
    const began = performance.now()
    const { exitCode, stderr } = await shell(commands)
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    const said = exitCode === 0 ? '' : `: ${stderr.toString().trim().split('\n').at(-1)}`
    note(`${document}, ${heading}`, `${commands.trim().split('\n').length} lines, ${seconds} s${said}`, exitCode === 0)
    if (exitCode !== 0) throw new Error(`"${heading}" of ${document} ended with ${exitCode}${said}`)
  }
}

function shell(commands: string) {
  return $`bash -euo pipefail -c ${commands}`.cwd(folder).quiet().nothrow()
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
