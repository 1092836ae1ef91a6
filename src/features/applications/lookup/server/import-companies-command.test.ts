import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '#process/project-root.ts'
import { registerHeading, registerLine } from '#providers/companies/register-file-fixture.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'

let database: TestDatabase
const folder = mkdtempSync(join(tmpdir(), 'register-'))
const path = join(folder, 'BasicCompanyDataAsOneFile-2026-11-02.csv')

beforeAll(async () => {
  database = await openTestDatabase()
  const tarn = registerLine({ CompanyName: 'TARNBROOK FAIRS LTD', CompanyNumber: '00990001', CompanyStatus: 'Active' })
  writeFileSync(path, [registerHeading, tarn, 'half a line'].join('\r\n'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await database.close()
})

test('loads a file, says what it did, and knows the day from its name', async () => {
  const { code, said } = await command(path)
  expect(said).toContain('Line 3 refused: it has 1 cells where the heading has 55')
  expect(said).toMatch(/Done: 1 companies as of 2026-11-02 in [\d.]+ seconds \(0 repeated, 1 lines refused\)/)
  expect(code).toBe(0)
  expect(await database.sql`select as_of, companies from register_copies`).toMatchObject([
    { as_of: '2026-11-02', companies: 1 },
  ])
})

test('takes a pipe with the day beside it', async () => {
  expect((await command('/dev/stdin', '--as-of', '2026-10-01')).code).toBe(0)
  expect(await database.sql`select as_of from register_copies`).toMatchObject([{ as_of: '2026-10-01' }])
})

test.each([
  [[], 2, /^Usage/],
  [['a.csv', 'b.csv'], 2, /^Usage/],
  [[path, '--as-of', '2026-02-30'], 2, /^Usage/],
  [[path, '--fast'], 2, /^Usage/],
  [['nowhere.csv'], 2, /^There is no file/],
  [[join(projectRoot, 'package.json')], 1, /^Nothing was changed/],
] as [string[], number, RegExp][])('called as %j it ends with %p', async (words, code, message) => {
  const outcome = await command(...words)
  expect(outcome.code).toBe(code)
  expect(outcome.said).toMatch(message)
})

async function command(...words: string[]): Promise<{ code: number; said: string }> {
  const run = Bun.spawn(['bun', 'src/features/applications/lookup/server/import-companies-command.ts', ...words], {
    cwd: projectRoot,
    env: { ...process.env, DATABASE_URL: database.url, NODE_ENV: 'test' },
    stdin: Bun.file(path),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, errors, code] = await Promise.all([
    new Response(run.stdout).text(),
    new Response(run.stderr).text(),
    run.exited,
  ])
  return { code, said: errors + out }
}
