import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { type CredentialRunner, runCredentials } from '#features/proof/credential/server/run-credentials.ts'
import { type LogRunner, runLog } from '#features/proof/server/run-log.ts'
import { launchBrowser } from '../browser.ts'
import { openTestSite, type TestSite } from '../site.ts'
import { expectAccessible, expectNoSidewaysScroll, open, visit } from './visit.ts'

const folder = mkdtempSync(join(tmpdir(), 'credential-browser-'))
const number = 'DEMO-2026-000001'
let site: TestSite
let browser: Browser
let log: LogRunner
let runner: CredentialRunner
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openTestSite(), launchBrowser()])
  const { sql, services, origin } = site
  const shared = { sql, log: services.log, now: () => new Date(), secret: 'a-secret-of-thirty-two-characters' }
  log = runLog({ ...shared, origin: 'test.example/log', file: join(folder, 'kept'), isDemonstration: false })
  runner = runCredentials({ ...shared, issuer: { publicUrl: origin, name: services.brand.name } })
  await sign()
})
afterAll(async () => {
  await runner?.stop()
  await log?.stop()
  await browser?.close()
  await site?.close()
  rmSync(folder, { recursive: true })
})

async function sign(): Promise<void> {
  while ((await log.round()).kind !== 'nothing') await Bun.sleep(10)
  await runner.round()
}

test('a certificate, a badge and a credential are checked in the browser, and what is wrong with them is said', async () => {
  const { page, problems, close } = await visit(browser, site.origin, { width: 'phone' })
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
  const read = async (path: string) => Buffer.from(await (await fetch(site.origin + path)).bytes())
  const check = async (name: string, buffer: Buffer) => {
    await page.getByLabel('Certificate, badge or credential').setInputFiles({ name, mimeType: '', buffer })
    const answer = page.getByRole('status').filter({ hasText: name })
    await answer.waitFor()
    return (await answer.textContent())!
  }
  const [pdf, jws] = [await read(`/api/certificates/${number}.pdf`), await read(`/credentials/${number}.jwt`)]
  const json = await read(`/credentials/${number}.json`)
  const pictures = {
    'badge.png': await read(`/credentials/${number}.png`),
    'badge.svg': await read(`/credentials/${number}.svg`),
  }
  await open(page, `/verify/${number}`)
  expect(await page.getByRole('link', { name: 'PNG badge' }).getAttribute('href')).toBe(`/credentials/${number}.png`)
  await open(page, '/verify')
  const news = page.getByRole('button', { name: 'Ask the register for news' })
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const [name, bytes] of Object.entries({ ...pictures, 'certificate.pdf': pdf })) {
    // Nobody is asked before the press.
    const said = await check(name, bytes)
    expect(said).toContain('It was valid when it was last seen.')
    expect(said).toContain('It is in the public log test.example/log at number ')
    expect(asked.splice(0)).toEqual([])
    await news.click()
    await page.getByRole('status').filter({ hasText: 'It is genuine.' }).waitFor()
    expect(asked.splice(0)).toContain(`/credentials/${number}.jwt`)
  }
  expect(await check('plain.jwt', jws)).toContain('It is genuine.')
  // Nothing has left the browser so far.
  expect(sent).toEqual([])
  expect(await check('credential.json', json)).toContain('It is genuine.')
  expect(sent).toEqual(['/api/credentials/verify'])
  expect(await check('holiday.png', Buffer.from('\x89PNG', 'latin1'))).toContain('There is no credential in it.')
  const [header, payload, signature] = jws.toString().split('.')
  const facts = Buffer.from(payload!, 'base64url').toString()
  const forged = (from: string, to: string) =>
    Buffer.from([header, Buffer.from(facts.replaceAll(from, to)).toString('base64url'), signature].join('.'))
  expect(await check('altered.jwt', forged('Lanternlight', 'Candlelight'))).toContain('It is not genuine.')
  expect(await check('foreign.jwt', forged('"did:web:', '"did:web:elsewhere.example:'))).toContain('elsewhere.example')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await site.sql`update register_entries set status = 'revoked', status_reason = 'Unsafe.' where number = ${number}`
  await sign()
  expect(await check('after.pdf', pdf)).toContain('What may have changed since then needs the network')
  await news.click()
  await page.getByRole('status').filter({ hasText: 'It is not valid any more.' }).waitFor()
  const revoked = await check('after.jwt', jws)
  expect(revoked).toContain('It is not valid any more.')
  expect(revoked).toContain('Unsafe.')
  expect(problems).toEqual([])
  // Once the page is there, it needs no network; what does need it says so, and can be tried again.
  await open(page, '/verify')
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  expect(await check('offline.pdf', pdf)).toContain('It was valid when it was last seen.')
  await news.click()
  await page.getByText('The register did not answer. Please try again.').waitFor()
  await page.context().setOffline(false)
  await news.click()
  await page.getByRole('status').filter({ hasText: 'It is not valid any more.' }).waitFor()
  await close()
})
