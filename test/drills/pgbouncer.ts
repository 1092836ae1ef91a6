import { join } from 'node:path'
import type { Subprocess } from 'bun'
import { projectRoot } from '#process/project-root.ts'
import { openTestDatabase, startTestServer, stopTestServer } from '../database.ts'
import { freePort } from '../free-port.ts'
import { startPgbouncer } from './start-pgbouncer.ts'

// `bun run drill:pgbouncer [tests|outage]`: a real PgBouncer in transaction mode in front of the test server. First the tests of the main job (browse,
// apply, review, pay, upload, import, public log) run through it; then it is killed under a site that is being used. Prints tables, and ends
// with 1 where something was not as it has to be.

const files = [
  'src/database/',
  'src/features/register/server/',
  'src/features/national-events/',
  'src/features/applications/server/',
  'src/features/assessments/files/server/',
  'src/features/payments/server/funnel.test.ts',
  'src/features/payments/fulfilment/server/process-payment-event.test.ts',
  'src/features/payments/server/whole-life.test.ts',
  'src/features/proof/server/',
  'src/http/app.test.ts',
  'src/http/observing.test.ts',
  'src/roles.test.ts',
]
const browserFiles = ['main-job', 'review-and-payment', 'evidence', 'register']

const wanted = new Set(process.argv.slice(2))
const isWanted = (part: string) => wanted.size === 0 || wanted.has(part)
const { url } = await startTestServer()
const pgbouncer = await startPgbouncer(url)
let failures = 0
try {
  if (isWanted('tests')) await runTests()
  if (isWanted('outage')) await bringDown()
} finally {
  await pgbouncer.stop()
  await stopTestServer()
}
process.exit(failures > 0 ? 1 : 0)

function must(isTrue: boolean, sentence: string): void {
  if (isTrue) return
  failures++
  console.error(`Wrong: ${sentence}`)
}

async function runTests(): Promise<void> {
  const env = { ...process.env, TEST_DATABASE_URL: url, TEST_DATABASE_POOLER: pgbouncer.urlOf('postgres') }
  const rows: Record<string, Record<string, number>> = {}
  for (const [name, given] of Object.entries({
    'server and database': files,
    browser: browserFiles.map((file) => `./test/e2e/${file}.e2e.ts`),
  })) {
    const began = performance.now()
    const child = Bun.spawn(['bun', 'test', '--timeout', '120000', ...given], {
      cwd: projectRoot,
      env,
      stdout: 'inherit',
      stderr: 'pipe',
    })
    const said = await new Response(child.stderr).text()
    const count = (word: string) => Number(new RegExp(`^ *(\\d+) ${word}$`, 'm').exec(said)?.[1] ?? 0)
    const failed = said.split('\n').filter((line) => line.startsWith('(fail)'))
    if (failed.length > 0 || (await child.exited) !== 0) console.error(failed.join('\n') || said.slice(-2000))
    must(child.exitCode === 0 && count('pass') > 0, `the tests of ${name} fail through PgBouncer`)
    rows[name] = { pass: count('pass'), fail: count('fail'), seconds: Math.round((performance.now() - began) / 1000) }
  }
  console.table(rows)
}

type Kind = { answered: number; failed: number; lastAt: number; gap: number }

/** Kills PgBouncer under load, and has it come back at once and after five seconds; reloads it. */
async function bringDown(): Promise<void> {
  const database = await openTestDatabase()
  const [web, worker] = [await freePort(), await freePort()]
  const origin = `http://localhost:${web}`
  const name = new URL(database.directUrl).pathname.slice(1)
  const settings = {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'production',
    PUBLIC_URL: origin,
    DATABASE_URL: pgbouncer.urlOf(name),
    DATABASE_DIRECT_URL: database.directUrl,
    SESSION_SECRET: 'only-for-the-drill-of-pgbouncer-and-no-more',
    SIGNING_SECRET: 'only-for-the-drill-of-pgbouncer-and-no-more',
    SANDBOX: 'payments,companies,addresses,mail',
    TRUST_PROXY: '1',
    LOG_REQUESTS: '0',
  }
  const processes = [
    start({ ...settings, ROLE: 'web', PORT: String(web) }),
    start({ ...settings, ROLE: 'worker', PORT: String(worker) }),
  ]
  let isRunning = true
  const kinds = new Map<string, Kind>()
  let acknowledged = 0
  try {
    for (const port of [web, worker]) await isReady(port)
    const loading = Promise.all([
      ask('kept page', () => fetch(origin)),
      ask('made page', () => fetch(`${origin}/listings?n=${Bun.randomUUIDv7()}`, visitor())),
      ask('enquiry', async () => {
        const answer = await fetch(`${origin}/api/contact`, enquiry())
        if (answer.ok) acknowledged++
        return answer
      }),
    ])
    const rows: Record<string, Record<string, number>> = {}
    await during('reloaded', async () => pgbouncer.reload())
    await during('killed, started at once', async () => {
      await pgbouncer.kill()
      await pgbouncer.start()
    })
    await during('killed, started after 5 s', async () => {
      await pgbouncer.kill()
      await Bun.sleep(5000)
      await pgbouncer.start()
    })
    isRunning = false
    await loading
    console.table(rows)
    const [stored] = await database.sql<{ count: number }[]>`select count(*)::int as count from contact_enquiries`
    const mailed = async () =>
      (
        await database.sql<{ count: number }[]>`select count(*)::int as count from mails
        where kind = 'contact-enquiry' and state in ('sent', 'kept')`
      )[0]!.count
    // A job that failed three times in the outage is tried again after a minute.
    for (const end = Date.now() + 120_000; (await mailed()) < stored!.count && Date.now() < end; ) await Bun.sleep(200)
    console.table({
      'enquiries acknowledged': acknowledged,
      stored: stored!.count,
      'mails handed over': await mailed(),
    })
    must(stored!.count >= acknowledged, 'an enquiry that was acknowledged is not stored')
    must((await mailed()) >= stored!.count, 'a mail of an enquiry was not handed over')
    must(rows.reloaded!['made page, failed'] === 0, 'a reload was noticed')

    async function during(what: string, work: () => Promise<void>): Promise<void> {
      await Bun.sleep(2000)
      for (const kind of kinds.values()) Object.assign(kind, { answered: 0, failed: 0, gap: 0 })
      await work()
      await Bun.sleep(3000)
      for (const port of [web, worker]) await isReady(port)
      rows[what] = Object.fromEntries(
        [...kinds].flatMap(([kind, { answered, failed, gap }]) => [
          [`${kind}, answered`, answered],
          [`${kind}, failed`, failed],
          [`${kind}, longest without an answer, s`, Math.round(gap / 100) / 10],
        ]),
      )
      must(rows[what]['kept page, failed'] === 0, `${what}: a kept page was not answered`)
    }
  } finally {
    isRunning = false
    for (const each of processes) {
      each.kill('SIGKILL')
      await each.exited
    }
    await database.close()
  }

  async function ask(name: string, send: () => Promise<Response>): Promise<void> {
    const kind: Kind = { answered: 0, failed: 0, lastAt: performance.now(), gap: 0 }
    kinds.set(name, kind)
    while (isRunning) {
      const answer = await send().catch(() => null)
      await answer?.arrayBuffer()
      if (answer?.ok) {
        kind.gap = Math.max(kind.gap, performance.now() - kind.lastAt)
        kind.lastAt = performance.now()
        kind.answered++
      } else kind.failed++
      await Bun.sleep(30)
    }
  }
}

function start(env: Record<string, string>): Subprocess {
  return Bun.spawn(['bun', join(projectRoot, 'dist/server/main.js')], { env, stdout: 'ignore', stderr: 'inherit' })
}

async function isReady(port: number): Promise<void> {
  for (const end = Date.now() + 60_000; ; await Bun.sleep(50)) {
    if (
      await fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    if (Date.now() > end) throw new Error('The site does not become ready.')
  }
}

/** Each from an address of their own, as visitors are. */
function somebody(): Record<string, string> {
  const part = () => Math.floor(Math.random() * 250) + 1
  return { 'x-forwarded-for': `10.${part()}.${part()}.${part()}` }
}

function visitor(): RequestInit {
  return { headers: somebody() }
}

function enquiry(): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...somebody() },
    body: JSON.stringify({ name: 'Drill', email: 'drill@measure.example', message: 'PgBouncer is killed.' }),
  }
}
