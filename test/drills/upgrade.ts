import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { $ } from 'bun'
import { lastRelease } from '../../src/database/last-release.ts'
import { openTestDatabase, startTestServer, stopTestServer } from '../database.ts'
import { freePort } from '../free-port.ts'
import { checkOutLastRelease, lastReleaseCommit, removeLastRelease } from './check-out-last-release.ts'

// `bun run drill:upgrade`: the last release (docs/releases) on today's schema. Checks out its commit, starts its process on a database that
// this program has migrated, and runs its own tests of the main job (browse, apply, review, pay) on clones of that. Prints a table and ends
// with 1 where something does not work.

/** What the release's own tests of the main job are called in it. */
const journeys = ['main-job', 'review-and-payment'].map((name) => `./test/e2e/${name}.e2e.ts`)
const files = ['src/features/payments/server/whole-life.test.ts', 'src/features/payments/server/funnel.test.ts']

const rows: { what: string; found: string; asItShould: boolean }[] = []
const note = (what: string, found: string, asItShould: boolean) => rows.push({ what, found, asItShould })
const folder = mkdtempSync(join(tmpdir(), 'last-release-'))
const server = await startTestServer()
try {
  await checkOutLastRelease(folder)
  await startProcess()
  for (const [what, given] of [
    ['its tests of the server', files],
    ['its tests in a browser', journeys],
  ] as const) {
    const began = performance.now()
    const run = await $`bun test --timeout 120000 ${given}`
      .cwd(folder)
      .env({ ...process.env, TEST_DATABASE_URL: server.url, TEST_DATABASE_TEMPLATE: server.template, FORCE_COLOR: '0' })
      .quiet()
      .nothrow()
    const said = `${run.stdout}${run.stderr}`
    const passed = /(\d+) pass/.exec(said)?.[1] ?? '0'
    const failures = said.match(/^\(fail\).*$/gm) ?? []
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    note(what, [`${passed} passed in ${seconds} s`, ...failures].join('; '), run.exitCode === 0 && passed !== '0')
  }
} catch (problem) {
  note('the drill', String(problem), false)
} finally {
  await removeLastRelease(folder)
  await stopTestServer()
}
console.info(`Release ${lastRelease.version} (${lastReleaseCommit.slice(0, 10)}) on today's schema:`)
console.table(rows)
process.exit(rows.every(({ asItShould }) => asItShould) ? 0 : 1)

/** As an operator starts it who goes back: with the site's role, and on the schema that the next release has left. */
async function startProcess(): Promise<void> {
  const database = await openTestDatabase()
  const port = await freePort()
  const child = Bun.spawn(['bun', 'src/main.ts'], {
    cwd: folder,
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: database.roles.siteUrl,
      DATABASE_QUEUE_URL: database.roles.queueUrl,
      DATA_FOLDER: join(folder, '.data'),
    },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  let ready = false
  for (const end = Date.now() + 60_000; !ready && child.exitCode === null && Date.now() < end; await Bun.sleep(250))
    ready = (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok === true
  note('its process is ready', ready ? 'yes' : 'no', ready)
  const register = await fetch(`http://127.0.0.1:${port}/listings`).catch(() => null)
  note('its register is answered', String(register?.status), register?.status === 200)
  child.kill('SIGTERM')
  const said = await new Response(child.stdout).text()
  await child.exited
  const sentence = said.split('\n').find((line) => line.includes('of the next release')) ?? 'nothing of it'
  note('it says', sentence, sentence.includes('runs on it'))
  await database.close()
}
