import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { $ } from 'bun'
import { lastRelease } from '#database/last-release.ts'
import { openTestDatabase, startTestServer, stopTestServer } from '../database.ts'
import { freePort } from '../free-port.ts'
import { checkOutLastRelease, lastReleaseCommit, removeLastRelease } from './check-out-last-release.ts'
import { drillMoney, type MoneyRow, moneyTitle } from './upgrade-money.ts'

// `bun run drill:upgrade [money]`: the last release (docs/releases) on today's schema. Checks out its commit, starts its process on a database
// that this program has migrated, and runs its own tests of the main job (browse, apply, review, pay) on clones of that. Then the money that it
// takes, before and beside today's process, is brought into the ledger; with `money` only that. Prints tables and ends with 1 where
// something does not work.

/** What the release's own tests of the main job are called in it. */
const journeys = ['main-job', 'review-and-payment'].map((name) => `./test/e2e/${name}.e2e.ts`)
const files = ['src/features/payments/server/whole-life.test.ts', 'src/features/payments/server/funnel.test.ts']

const rows: { what: string; found: string; asItShould: boolean }[] = []
const note = (what: string, found: string, asItShould: boolean) => rows.push({ what, found, asItShould })
let money: MoneyRow[] = []
const folder = mkdtempSync(join(tmpdir(), 'last-release-'))
const outsideFolder = mkdtempSync(join(tmpdir(), 'outside-'))
const server = await startTestServer()
try {
  await checkOutLastRelease(folder)
  if (!process.argv.includes('money')) await runItsTests()
  money = await drillMoney(folder, outsideFolder)
} catch (problem) {
  note('the drill', problem instanceof Error ? (problem.stack ?? problem.message) : String(problem), false)
} finally {
  await removeLastRelease(folder)
  await stopTestServer()
}
if (rows.length > 0) {
  console.info(`Release ${lastRelease.version} (${lastReleaseCommit.slice(0, 10)}) on today's schema:`)
  console.table(rows)
}
console.info(moneyTitle)
console.table(money)
const isRight = [...rows, ...money].every(({ asItShould }) => asItShould)
if (isRight) rmSync(outsideFolder, { recursive: true, force: true })
else console.info(`What the processes said is kept in ${outsideFolder}.`)
process.exit(isRight ? 0 : 1)

async function runItsTests(): Promise<void> {
  await startProcess()
  for (const [what, given] of [
    ['its tests of the server', files],
    ['its tests in a browser', journeys],
  ] as const) {
    const began = performance.now()
    const { passed, failed, isWhole, text } = await runTests(given)
    // Some have a limit of their own, which a busy machine exceeds: what failed is run once more, alone.
    const again = await runAlone(failed, given)
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    const wrong = again.filter((each) => !each.passed)
    const found = [
      `${passed} passed in ${seconds} s`,
      ...again.map((each) => `${each.passed ? 'passed' : 'failed'} alone: ${each.name}`),
    ]
    // One that dies without a count, or outside of its tests, has nothing to run again.
    const isRun = isWhole || failed.length > 0
    if (!isRun || wrong.length > 0) console.info(text.slice(-4000))
    note(what, found.join('; '), isRun && passed > 0 && wrong.length === 0)
  }
}

/** Runs tests of the release on clones of today's schema. @returns what passed, and the names of those that failed. */
async function runTests(given: readonly string[], options: string[] = []) {
  const { url, template } = server
  const run = await $`bun test --timeout 120000 ${options} ${given}`
    .cwd(folder)
    .env({ ...process.env, TEST_DATABASE_URL: url, TEST_DATABASE_TEMPLATE: template, FORCE_COLOR: '0' })
    .quiet()
    .nothrow()
  const text = `${run.stdout}${run.stderr}`
  return {
    passed: Number(/(\d+) pass/.exec(text)?.[1] ?? 0),
    failed: [...new Set([...text.matchAll(/^\(fail\) (.*?)(?: \[[\d.]+ms\])?$/gm)].map(([, name]) => name!))],
    isWhole: run.exitCode === 0,
    text,
  }
}

/** Each by its name, as `describe > test` is written for the option. */
async function runAlone(names: string[], given: readonly string[]) {
  const results: { name: string; passed: boolean }[] = []
  for (const name of names) {
    const pattern = `^${name.replaceAll(' > ', ' ').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`
    const { passed, isWhole } = await runTests(given, ['--test-name-pattern', pattern])
    results.push({ name, passed: isWhole && passed > 0 })
  }
  return results
}

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
