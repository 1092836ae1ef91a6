import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Glob } from 'bun'
import { neverExecuted } from './architecture/statements.ts'
import { findBrowser } from './browser.ts'
import { startTestServer, stopTestServer } from './database.ts'
import { makeDemonstrationTemplate } from './demonstration.ts'
import { neverMet } from './held-answers.ts'

// `bun run test`: types, lint, unit and database tests, the build, then the journeys in a real browser, below twelve minutes on two cores.
// `bun run test all` has the long tests too, as CI does. Ends with one line that counts.

/** What goes through every page, role, fault or moment one by one, and what the compiler takes a minute for. */
const long = [
  'test/e2e/every-page.e2e.ts',
  'test/e2e/admin.e2e.ts',
  'test/e2e/people.e2e.ts',
  'test/e2e/hydration.e2e.ts',
  'test/e2e/register.e2e.ts',
  'test/e2e/draft.e2e.ts',
  'test/e2e/admin-lists.e2e.ts',
  'test/e2e/assessment-cases.e2e.ts',
  'test/e2e/assessment-journey.e2e.ts',
  'test/e2e/criteria.e2e.ts',
  'test/e2e/documented-states.e2e.ts',
  'test/e2e/evidence.e2e.ts',
  'test/e2e/main-job.e2e.ts',
  'test/e2e/promotional-pages.e2e.ts',
  'test/e2e/deferred-sections.e2e.ts',
  'test/e2e/journey-failures.e2e.ts',
  'test/e2e/moving.e2e.ts',
  'test/e2e/privacy.e2e.ts',
  'test/e2e/slow-page-data.e2e.ts',
  'test/e2e/tasks.e2e.ts',
  'test/e2e/upstreams.e2e.ts',
  'test/e2e/without-script.e2e.ts',
  'src/features/payments/fulfilment/server/faults.test.ts',
  'src/main.test.ts',
  'test/architecture/types.test.ts',
]
/** It builds at each of its changes: beside others it would measure them. */
const dev = 'test/e2e/dev.e2e.ts'
const all = process.argv[2] === 'all'

type Step = { name: string; command: string[] }

/** A name that begins so is a file's, not a part of one. */
const fromHere = (path: string) => `./${path}`

/** Several files at once on two cores: much of a test is waiting for a page, a job or a clock. What they import is loaded once. */
const bunTest = (files: number) => ['bun', 'test', `--parallel=${files}`, '--no-isolate']
let passed = 0
let failed = 0
/** What each failed test said, told once more at the end: a run is thousands of lines. */
const failures: string[] = []
const secondTries: string[] = []

const server = await startTestServer()
const seen = mkdtempSync(join(tmpdir(), 'seen-'))
const answersSeen = join(seen, 'answers')
const statementsSeen = join(seen, 'statements')
const environment = {
  TEST_DATABASE_URL: server.url,
  TEST_DATABASE_TEMPLATE: server.template,
  TEST_DATABASE_DEMONSTRATION: await makeDemonstrationTemplate(server),
  ANSWERS_SEEN: answersSeen,
  STATEMENTS_SEEN: statementsSeen,
  // Orders in which the events of a payment's life come (whole-life.test.ts).
  LIFE_SEEDS: all ? '6' : '2',
}

await Promise.all([
  // Several checkers would each learn the same types: half of the time more for a third of the wait.
  step({ name: 'types', command: ['bunx', 'tsc', '--noEmit', '--checkers', '1'] }),
  step({ name: 'lint', command: ['bunx', 'biome', 'check', '--diagnostic-level=error'] }).then(() =>
    step({ name: 'build', command: ['bun', 'src/build/build.ts'] }),
  ),
])
// Components are tested beside a document of their own making, which would be in the way of servers in the same process.
const left = all ? [] : long.map((path) => `--path-ignore-patterns=${path}`)
await tests('rules, database and API', [
  ...bunTest(4),
  '--timeout',
  '30000',
  '--path-ignore-patterns=**/*.test.tsx',
  ...left,
])
await tests('components', [...bunTest(4), '--timeout', '30000', '.test.tsx'])
if (!(await findBrowser()))
  await step({ name: 'browser', command: ['bunx', 'playwright', 'install', '--with-deps', 'chromium'] })
const inBrowser = [...new Glob('test/e2e/*.e2e.ts').scanSync()].sort()
const journeys = inBrowser.filter((path) => path !== dev && !long.includes(path))
await tests('journeys', [...bunTest(3), '--timeout', '90000', ...journeys.map(fromHere)])
if (all) {
  // A file may be tried twice, each time with a site of its own, and says so (docs/decisions/0005-embedded-postgres.md).
  const walks = long.filter((path) => inBrowser.includes(path))
  await tests('long tests in the browser', [...bunTest(3), '--timeout', '90000'], walks)
  await tests('bun run dev', [...bunTest(1), '--timeout', '90000'], [dev])
}

// Nothing is declared in the OpenAPI document that no test has been answered, and no statement was never executed.
none('every declared answer of the API', 'No test has met', await neverMet(answersSeen))
none('every statement', 'No test executes', await neverExecuted(statementsSeen))

await stopTestServer()
for (const report of secondTries) console.info(`\n== failed at the first try\n${report}`)
for (const report of failures) console.info(`\n== failed\n${report}`)
console.info(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

async function step({ name, command }: Step): Promise<void> {
  console.info(`\n== ${name}`)
  const exitCode = await Bun.spawn(command, { stdout: 'inherit', stderr: 'inherit' }).exited
  if (exitCode === 0) passed++
  else failed++
}

/**
 * Runs a suite and adds up what it says of itself; a suite that dies without a count is a failure.
 * @param twice files of which those that failed are run once more; what fails again has failed.
 */
async function tests(name: string, command: string[], twice: string[] = []): Promise<void> {
  const first = await suite(name, [...command, ...twice.map(fromHere)])
  passed += first.passes
  const again = twice.filter((path) => first.reports.some((report) => report.startsWith(`${path}:`)))
  if (again.length === 0) {
    failed += first.fails
    failures.push(...first.reports)
    return
  }
  // What was counted without a report, as a file that did not load, is not tried again.
  const untold = Math.max(0, first.fails - first.reports.length)
  const second = await suite(`${name}, second try`, [...command, ...again.map(fromHere)])
  passed += Math.max(0, first.fails - untold - second.fails)
  failed += second.fails + untold
  failures.push(...second.reports)
  secondTries.push(...first.reports)
}

/** Of a suite that dies without a count, one failure. */
async function suite(name: string, command: string[]) {
  console.info(`\n== ${name}`)
  const run = Bun.spawn(command, {
    stdout: 'pipe',
    stderr: 'pipe',
    env: { ...process.env, ...environment, FORCE_COLOR: '0' },
  })
  const [output, errors, exitCode] = await Promise.all([echo(run.stdout), echo(run.stderr), run.exited])
  const text = output + errors
  const passes = Number(text.match(/^\s*(\d+) pass$/m)?.[1] ?? 0)
  const fails = Number(text.match(/^\s*(\d+) fail$/m)?.[1] ?? 0)
  const died = passes === 0 || (exitCode !== 0 && fails === 0)
  return { passes, fails: fails + (died ? 1 : 0), reports: [output, errors].flatMap(reportsOfFailures) }
}

/** The lines before each failure up to the test before it, of many the first and the last twenty, under the file's name. */
function reportsOfFailures(text: string): string[] {
  const found: string[] = []
  let file = ''
  let said: string[] = []
  for (const line of text.split('\n')) {
    // Bun's own summary, which names each of them once more.
    if (/^\d+ tests? failed:$/.test(line)) break
    said.push(line)
    if (line.startsWith('(fail)')) {
      const shown = said.length > 40 ? [...said.slice(0, 20), '…', ...said.slice(-20)] : said
      found.push([file, ...shown].join('\n'))
    }
    if (/^\S+\.(test|e2e)\.tsx?:$/.test(line)) file = line
    if (/^\((pass|fail|skip)\)/.test(line) || line === file) said = []
  }
  return found
}

function none(name: string, sentence: string, missing: string[]): void {
  console.info(`\n== ${name}`)
  if (missing.length === 0) passed++
  else failed++
  for (const line of missing) console.info(`${sentence} ${line}.`)
}

async function echo(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stream) {
    const part = decoder.decode(chunk, { stream: true })
    process.stdout.write(part)
    text += part
  }
  return text
}
