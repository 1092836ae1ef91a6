import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { type LogRunner, runLog } from '#features/proof/server/run-log.ts'
import { launchBrowser } from '../browser.ts'
import { openTestSite, type TestSite } from '../site.ts'
import { expectAccessible, expectNoSidewaysScroll, open, visit } from './visit.ts'

const folder = mkdtempSync(join(tmpdir(), 'log-browser-'))
const number = 'DEMO-2026-000003'
let site: TestSite
let browser: Browser
let runner: LogRunner
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openTestSite(), launchBrowser()])
  runner = runLog({
    sql: site.sql,
    log: site.services.log,
    now: () => new Date(),
    secret: 'a-secret-of-thirty-two-characters',
    origin: 'test.example/log',
    file: join(folder, 'kept'),
    isDemonstration: false,
  })
  await sign()
})
afterAll(async () => {
  await runner?.stop()
  await browser?.close()
  await site?.close()
  rmSync(folder, { recursive: true })
})

async function sign(): Promise<void> {
  while ((await runner.round()).kind !== 'nothing') await Bun.sleep(10)
}

async function sizeOfLog(): Promise<number> {
  const [last] = await site.sql<{ size: number }[]>`select max(size)::int as size from log_checkpoints`
  return last!.size
}

/** As somebody does who has the database's password. */
const tamper = (statement: string) =>
  site.sql.begin((tx) => tx.unsafe(`set local session_replication_role = replica; ${statement}`))

async function check(page: Page): Promise<string> {
  const answer = page.getByRole('status').filter({ has: page.locator('.notice') })
  await page.getByRole('button', { name: 'Check it in this browser' }).click()
  await answer.waitFor()
  return (await answer.textContent())!
}

test('from the pages of an entry and a certificate to the proof, which this browser checks and goes on checking', async () => {
  const { page, problems, close } = await visit(browser, site.origin, { width: 'phone' })
  await open(page, '/events/tidewater-jazz-weekend')
  await page.getByText(/^Entry \d+ of the public log, signed on/).waitFor()
  await open(page, `/verify/${number}`)
  await page.getByText(/^Entry \d+ of the public log, signed on/).waitFor()
  await page.getByRole('link', { name: 'Prove it' }).click()
  await page.waitForURL(`**/log/entries/${number}`)
  await page.getByRole('heading', { name: 'Prove it' }).waitFor()
  const late = page.waitForRequest((request) => /check-in-browser|\/assets\/.*\.js/.test(request.url()))
  const first = await check(page)
  await late
  expect(first).toContain('It is in the log.')
  const known = await sizeOfLog()
  expect(first).toContain(`It is one of the ${known} entries`)
  expect(first).toContain('This is the first time that this browser sees the log.')
  expect(first).toContain('It does not prove')
  await page.getByText('The proof itself').click()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await site.sql`update register_entries set status = 'suspended', status_reason = 'By a test.' where number <> ${number}`
  await sign()
  await page.reload()
  await open(page, `/log/entries/${number}`)
  const size = await sizeOfLog()
  expect(size).toBeGreaterThan(known + 50)
  const second = await check(page)
  expect(second).toContain(`It is one of the ${size} entries`)
  expect(second).toContain(`All ${known} entries that this browser saw on`)
  expect(problems).toEqual([])

  await tamper(`update register_entries set title = 'Another title' where number = '${number}'`)
  expect(await check(page)).toContain(`The register says otherwise than the log about ${number}: title.`)
  await tamper(`update log_tiles set hashes = sha256('x') || substr(hashes, 33) where level = 0 and index = 0`)
  expect(await check(page)).toMatch(/The proof is wrong\./)
  await tamper(`delete from log_checkpoints where size > ${known}`)
  expect(await check(page)).toMatch(/The proof is wrong\./)
  await close()
})

test('a browser without Ed25519 says what it did not check, and one without a script says how to check', async () => {
  const other = 'DEMO-2026-000010'
  await tamper(
    'delete from log_checkpoints; delete from log_tiles; update register_leaves set position = null; delete from signing_keys',
  )
  rmSync(join(folder, 'kept'))
  await runner.stop()
  runner = runLog({
    sql: site.sql,
    log: site.services.log,
    now: () => new Date(),
    secret: 'a-secret-of-thirty-two-characters',
    origin: 'test.example/log',
    file: join(folder, 'again'),
    isDemonstration: false,
  })
  await sign()
  await site.sql`select announce_page_data(array['*'])`
  const { page, context, close } = await visit(browser, site.origin)
  await context.addInitScript(() => {
    crypto.subtle.importKey = async () => {
      throw new DOMException('Unrecognized name.', 'NotSupportedError')
    }
  })
  await open(page, `/log/entries/${other}`)
  const verdict = await check(page)
  expect(verdict).toContain('as far as this browser can tell')
  expect(verdict).toContain('whether we signed the root was not checked')
  await close()
  const plain = await visit(browser, site.origin, { javaScript: false })
  await open(plain.page, `/log/entries/${other}`)
  expect(await plain.page.locator('main noscript').textContent()).toContain('This check needs JavaScript.')
  await plain.page.getByText('The proof itself').click()
  await plain.page.getByText('"number":"DEMO-2026-000010"').waitFor()
  await open(plain.page, '/log')
  await plain.page.getByText('bun run verify-log').waitFor()
  await plain.close()
})
