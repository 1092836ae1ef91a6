import { beforeEach, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import { type Role, roleLabels } from '#domain/permissions.ts'
import { codeAt } from '#providers/auth/second-factor-codes.ts'
import { adminGroupsFor } from '#shell/admin-frame.tsx'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { openTestSite } from '../site.ts'
import { expectAccessible, expectNoSidewaysScroll, open, picture, started, visit, type Width } from './visit.ts'

/** Added to the clock, so that a code of another half minute is there without waiting for it. */
let ahead = 0
const now = () => new Date(Date.now() + ahead)
const password = 'a wardrobe full of herring'
let people = 0

const [site, browser] = await Promise.all([siteOfFile({ now, env: { requireSecondFactor: true } }), browserOfFile()])
beforeEach(async () => {
  await site.sql`delete from rate_limits`
})

async function addPerson(role: Role): Promise<string> {
  const email = `person-${++people}@beaa.example`
  await site.services.auth.setPassword({ email, name: `Person ${people}`, roles: [role], password })
  return email
}

async function givePassword(page: Page, email: string, path = '/admin'): Promise<void> {
  await open(page, path)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function secretOf(page: Page): Promise<string> {
  return (await page.getByTestId('secret').textContent())!.replaceAll(' ', '')
}

/** Sets up an app on the page that offers it. @returns its secret and the recovery codes. */
async function setUp(page: Page): Promise<{ secret: string; codes: string[] }> {
  const secret = await secretOf(page)
  await page.getByLabel('Six-digit code').fill(codeAt(secret, now()))
  await page.getByRole('button', { name: 'Set up' }).click()
  const list = page.locator('main ol')
  await list.waitFor()
  return { secret, codes: await list.getByRole('listitem').allTextContents() }
}

async function giveCode(page: Page, secret: string): Promise<void> {
  ahead += 30_000
  await page.getByLabel('Six-digit code').fill(codeAt(secret, now()))
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function signOut(page: Page): Promise<void> {
  // With its styles: on each width another menu shows.
  await page.waitForLoadState()
  await menuOf(page, /^(Menu|Signed in as .*)$/).click()
  await page.getByRole('button', { name: 'Sign out' }).locator('visible=true').click()
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
}

test.each([
  ['phone', true],
  ['desktop', true],
  ['phone', false],
] as [Width, boolean][])('a second factor is set up, given and recovered: %s, script %p', async (width, javaScript) => {
  const email = await addPerson('owner')
  const { page, problems, close } = await visit(browser, site.origin, { width, javaScript })
  await givePassword(page, email, '/admin/people')
  await page.getByRole('heading', { name: 'Set up your second factor' }).waitFor()
  if (javaScript) await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await picture(page, `second-factor-set-up-${width}`)

  // Nothing else is to be had before.
  const offered = page.url()
  await open(page, '/admin/people')
  await page.getByRole('heading', { name: 'Set up your second factor' }).waitFor()
  expect(page.url()).toBe(offered)

  await page.getByLabel('Six-digit code').fill('000000')
  const secretBefore = await secretOf(page)
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByText('That code is not right.').first().waitFor()
  expect(await secretOf(page)).toBe(secretBefore)

  const { secret, codes } = await setUp(page)
  expect(codes).toHaveLength(10)
  if (javaScript) await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await picture(page, `recovery-codes-${width}`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as a text file' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('recovery-codes.txt')
  const file = await Bun.file((await download.path())!).text()
  for (const code of codes) expect(file).toContain(code)
  await page.getByRole('link', { name: 'I have saved them' }).click()
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor()

  await signOut(page)
  await givePassword(page, email)
  await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor()
  if (javaScript) await expectAccessible(page)
  await giveCode(page, secret)
  await page.getByRole('heading', { name: 'My work', level: 1 }).waitFor()

  await signOut(page)
  await givePassword(page, email)
  await page.getByRole('link', { name: 'I do not have my app: use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0]!.toLowerCase())
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'My account', level: 1 }).waitFor()
  expect(await page.getByText('9 recovery codes are left.').count()).toBe(1)
  if (javaScript) await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await picture(page, `account-${width}`)
  expect(problems.filter(isOfOurs)).toEqual([])
  await close()
})

test('an owner invites a reviewer, who signs in and sees their own pages alone', async () => {
  const owner = await visit(browser, site.origin)
  await givePassword(owner.page, await addPerson('owner'), '/admin/people')
  await setUp(owner.page)
  await owner.page.getByRole('link', { name: 'I have saved them' }).click()
  await owner.page.getByLabel('Name', { exact: true }).fill('Tamsin Okafor')
  await owner.page.getByLabel('Email address').fill('tamsin.okafor@beaa.example')
  await owner.page.getByLabel('Reviewer').check()
  await owner.page.getByRole('button', { name: 'Send the invitation' }).click()
  await owner.page.getByText('We have sent the invitation.').waitFor()
  await expectAccessible(owner.page)
  await picture(owner.page, 'person-invited')

  // The owner reads in the mailbox what has gone out.
  await open(owner.page, '/admin/mailbox')
  await owner.page.getByRole('link', { name: 'Your invitation to the admin area' }).click()
  await owner.page.getByRole('heading', { name: 'Your invitation to the admin area' }).waitFor()
  const text = (await owner.page.locator('main').textContent())!
  const link = /http\S+?\/admin\/invitation\/[\w-]{43}/.exec(text)![0]

  const reviewer = await visit(browser, site.origin, { width: 'phone' })
  const { page } = reviewer
  await open(page, new URL(link).pathname)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByLabel('Password').fill('short')
  await page.getByLabel('Password').evaluate((input) => input.removeAttribute('minlength'))
  await page.getByRole('button', { name: 'Set the password and continue' }).click()
  await page.getByText('The password is shorter than 12 characters.').first().waitFor()
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Set the password and continue' }).click()
  await setUp(page)
  await page.getByRole('link', { name: 'I have saved them' }).click()
  await page.getByRole('heading', { name: 'My work', level: 1 }).waitFor()
  await menuOf(page, 'Menu').click()
  const menu = page.getByRole('banner')
  expect(await menu.getByRole('link').allTextContents()).toEqual([
    'BEAA admin',
    '',
    ...labelsOf('reviewer'),
    'Public site',
  ])
  await menu.getByRole('link', { name: 'Applications' }).click()
  await page.getByRole('heading', { name: 'Applications', level: 1 }).waitFor()
  const refused = await page.goto('/admin/people')
  expect(refused!.status()).toBe(403)
  await page.getByRole('heading', { name: 'Not part of your role' }).waitFor()
  await expectAccessible(page)
  expect(reviewer.problems.filter(isOfOurs)).toEqual([])
  await reviewer.close()

  // What has happened stands in the log, and access ends when the owner says so.
  await open(owner.page, '/admin/people')
  await owner.page.getByRole('link', { name: 'Tamsin Okafor' }).click()
  await owner.page.getByText('Stop them signing in').click()
  await owner.page.getByRole('button', { name: 'Deactivate' }).click()
  await owner.page.getByText('They can no longer sign in').waitFor()
  await owner.page.getByRole('link', { name: 'In the audit log' }).click()
  await owner.page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor()
  const table = owner.page.getByRole('table')
  for (const what of ['Person: deactivated', 'Person: second factor set', 'Person: password set', 'Person: invited']) {
    expect([what, await table.getByText(what).count()]).toEqual([what, 1])
  }
  await expectAccessible(owner.page)
  const [csv] = await Promise.all([
    owner.page.waitForEvent('download'),
    owner.page.getByRole('link', { name: 'Download as CSV' }).click(),
  ])
  expect(await Bun.file((await csv.path())!).text()).toContain('person.deactivated')
  expect(owner.problems).toEqual([])
  await owner.close()
})

// What each role may open is known to every page's own test (permissions.test.ts): here the one that is shown all of them, and one that is not.
test.each(['owner', 'editor'] as const)(
  'every page of the navigation opens for the role that it is shown to: %s',
  async (role) => {
    const { page, problems, close } = await visit(browser, site.origin)
    await givePassword(page, await addPerson(role))
    await setUp(page)
    await page.getByRole('link', { name: 'I have saved them' }).click()
    await page.getByRole('heading', { name: 'My work', level: 1 }).waitFor()
    const bar = page.getByRole('banner')
    for (const group of adminGroupsFor([role])) {
      const menu = menuOf(page, group.label === 'Account' ? /^Signed in as / : group.label)
      for (const { label, href } of group.pages) {
        await menu.click()
        const links = await bar.getByRole('link').allTextContents()
        expect(links.filter((link) => !['BEAA admin', 'Public site'].includes(link))).toEqual(
          group.pages.map((each) => each.label),
        )
        // By the answer too: the first of them is the page that is there already, which its address does not tell.
        const path = href.split('?')[0]
        await Promise.all([
          page.waitForResponse((response) => new URL(response.url()).pathname === path),
          bar.getByRole('link', { name: label, exact: true }).click(),
        ])
        await page.waitForURL((url) => url.pathname === path)
        await bar.locator('[aria-current="page"]').filter({ hasText: label }).first().waitFor({ state: 'attached' })
        await bar.getByRole('link', { name: label, exact: true }).waitFor({ state: 'hidden' })
        // The page that is left stays, dimmed, until the next one is there.
        await page.locator('main[aria-busy]').waitFor({ state: 'detached' })
        await page.getByRole('heading', { level: 1 }).waitFor()
        expect([label, await page.getByRole('heading', { level: 1 }).count()]).toEqual([label, 1])
        // The owner's are all there are.
        if (role !== 'owner') continue
        await expectAccessible(page)
        await expectNoSidewaysScroll(page)
      }
    }
    await started(page)
    await menuOf(page, /^Signed in as /).click()
    await bar.getByText(roleLabels[role], { exact: true }).locator('visible=true').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await bar.getByText(roleLabels[role], { exact: true }).locator('visible=true').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY')
    expect(problems).toEqual([])
    await close()
  },
)

test('a session elsewhere is ended from the account', async () => {
  const email = await addPerson('editor')
  const here = await visit(browser, site.origin)
  await givePassword(here.page, email)
  const { secret } = await setUp(here.page)
  await here.page.getByRole('link', { name: 'I have saved them' }).click()
  await here.page.getByRole('heading', { name: 'My work', level: 1 }).waitFor()
  const there = await visit(browser, site.origin, { width: 'phone' })
  await givePassword(there.page, email)
  await giveCode(there.page, secret)
  await there.page.getByRole('heading', { name: 'My work', level: 1 }).waitFor()

  await open(here.page, '/admin/account')
  await here.page.getByRole('button', { name: 'End all other sessions' }).click()
  await here.page.getByText('All your other sessions have ended.').waitFor()
  await open(there.page, '/admin')
  await there.page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
  expect(here.problems).toEqual([])
  await Promise.all([here.close(), there.close()])
})

test('the demonstration signs its admin in by the password alone', async () => {
  const demo = await openTestSite({ demoData: false })
  const { page, close } = await visit(browser, demo.origin)
  await open(page, '/admin')
  await page.getByLabel('Email').fill(demo.admin.email)
  await page.getByLabel('Password').fill(demo.admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'My work', level: 1 }).waitFor()
  await close()
  await demo.close()
})

/** Chromium itself reports a page that is answered with a refusal. */
function isOfOurs(problem: string): boolean {
  return !/status of (403|422)/.test(problem)
}

/** A menu of the bar, by its name, as this width shows it. */
function menuOf(page: Page, name: string | RegExp): Locator {
  const words = typeof name === 'string' ? new RegExp(`^${name}$`) : name
  return page.locator('header summary').filter({ hasText: words }).locator('visible=true')
}

function labelsOf(role: Role): string[] {
  return adminGroupsFor([role]).flatMap(({ pages }) => pages.map(({ label }) => label))
}
