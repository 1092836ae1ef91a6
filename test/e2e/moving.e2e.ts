import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { open, started, visit } from './visit.ts'

const [site, browser] = await Promise.all([siteOfFile(), browserOfFile()])

test('a link moves without a full load, to the top, and puts the focus on the heading', async () => {
  const { page, problems, close } = await visit(browser, site.origin)
  await open(page, '/')
  await markDocument(page)
  await page.evaluate(() => window.scrollTo(0, 600))
  await footerLink(page, 'National Events Database').click()
  await page.waitForURL('**/database')
  expect(await isSameDocument(page)).toBe(true)
  expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-page-heading'))).toBe(true)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  expect(await page.title()).toContain('National Events Database')
  expect(problems).toEqual([])
  await close()
})

test('files beside pages, new tabs and parts of the page are left to the browser', async () => {
  const { page, problems, close } = await visit(browser, site.origin)
  const [entry] = await site.sql`select organiser_id from register_entries where organiser_id is not null limit 1`
  await open(page, `/organisers/by-${entry!.organiser_id}`)
  await markDocument(page)
  const fetched: string[] = []
  page.on('request', (request) => request.resourceType() === 'fetch' && fetched.push(new URL(request.url()).pathname))
  const download = page.waitForEvent('download')
  await page.locator('main a[href$=".ics"]').first().click()
  expect((await download).suggestedFilename()).toEndWith('.ics')
  const tab = page.context().waitForEvent('page')
  await footerLink(page, 'National Events Database').click({ modifiers: ['Control'] })
  await (await tab).close()
  await page.getByRole('link', { name: 'Skip to main content' }).focus()
  await page.keyboard.press('Enter')
  expect(page.url()).toEndWith('#main')
  expect(fetched).toEqual([])
  expect(await isSameDocument(page)).toBe(true)
  expect(problems).toEqual([])
  await close()
})

test('back and forward restore page and scroll position', async () => {
  const { page, close } = await visit(browser, site.origin)
  await open(page, '/listings')
  await page.evaluate(() => window.scrollTo({ top: 700, behavior: 'instant' }))
  // Slow enough for a skeleton, which is shorter than the page.
  await page.route('**/about', async (route) => {
    await Bun.sleep(700)
    await route.continue()
  })
  // Pressed where it stands: the test's own click would scroll to it first.
  await page.evaluate(() => document.querySelector<HTMLElement>('footer a[href="/about"]')!.click())
  await page.getByRole('heading', { level: 1, name: 'About' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Accredited Events' }).waitFor()
  await page.waitForFunction(() => Math.abs(window.scrollY - 700) < 50)
  await page.goForward()
  await page.getByRole('heading', { level: 1, name: 'About' }).waitFor()
  await close()
})

for (const path of ['/listings', '/database']) {
  test(`the next page of ${path} is shown from the list's beginning`, async () => {
    const { page, problems, close } = await visit(browser, site.origin, { width: 'phone' })
    await open(page, path)
    const start = page.locator('[data-list-start]')
    await page.getByRole('link', { name: 'Next page' }).click()
    await page.waitForURL(/page=2/)
    await page.waitForFunction(() => document.activeElement?.hasAttribute('data-list-start'))
    expect(Math.round((await start.boundingBox())!.y)).toBeWithin(0, 60)
    // Back again: the link that was pressed is where it was.
    await page.goBack()
    await page.waitForFunction(() => !location.search && window.scrollY > 1000)
    expect(problems).toEqual([])
    await close()
  })
}

test('a filter is applied where the person is looking', async () => {
  const { page, close } = await visit(browser, site.origin)
  await open(page, '/events')
  await page.evaluate(() => window.scrollTo({ top: 200, behavior: 'instant' }))
  await page.evaluate(() => document.querySelector<HTMLElement>('main a[href*="category=sports"]')!.click())
  await page.waitForURL(/category=sports/)
  expect(await page.evaluate(() => window.scrollY)).toBe(200)
  await close()
})

test('hydration asks the server for nothing that the document holds already', async () => {
  const { page, problems, close } = await visit(browser, site.origin)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') asked.push(request.url())
  })
  await open(page, '/listings')
  await page.waitForTimeout(300)
  expect(asked).toEqual([])
  expect(problems).toEqual([])
  await close()
})

test('a slow move shows a skeleton, a quick one does not', async () => {
  const { page, close } = await visit(browser, site.origin)
  await open(page, '/')
  await page.route('**/partners', async (route) => {
    await Bun.sleep(1200)
    await route.continue()
  })
  await footerLink(page, 'Partners').click()
  await page.getByText('Loading…').waitFor({ state: 'attached' })
  await page.waitForURL('**/partners')
  await page.getByText('Loading…').waitFor({ state: 'detached' })
  await close()
})

test('a slow answer to a filter leaves the page, and what is typed in it, where they are', async () => {
  const { page, close } = await visit(browser, site.origin)
  await open(page, '/database')
  await page.route('**/database?**', async (route) => {
    await Bun.sleep(1200)
    await route.continue()
  })
  const next = page.getByRole('link', { name: 'Next' }).first()
  await next.scrollIntoViewIfNeeded()
  await next.click()
  await page.locator('main[aria-busy]').waitFor()
  expect(await page.getByText('Loading…').count()).toBe(0)
  expect(await next.isVisible()).toBe(true)
  await page.waitForURL('**/database?**')
  await page.locator('main:not([aria-busy])').waitFor()
  await close()
})

test('when the answer to a move is lost, the address is loaded in full', async () => {
  const { page, close } = await visit(browser, site.origin)
  await open(page, '/')
  await markDocument(page)
  await page.route('**/about', (route) =>
    route.request().resourceType() === 'fetch' ? route.abort() : route.continue(),
  )
  await footerLink(page, 'About us').click()
  await page.waitForURL('**/about')
  await started(page)
  expect(await isSameDocument(page)).toBe(false)
  await close()
})

test('the theme is kept, and painted before the first picture', async () => {
  const { page, close } = await visit(browser, site.origin)
  await open(page, '/')
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true })
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
  await page.goto('/about', { waitUntil: 'commit' })
  await page.locator('body').waitFor({ state: 'attached' })
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
  await close()
})

test('the menu of a phone opens, and is put away by a move', async () => {
  const { page, close } = await visit(browser, site.origin, { width: 'phone' })
  await open(page, '/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Register', exact: true }).click()
  await page.waitForURL('**/listings')
  expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false)
  await close()
})

test('the menu of a phone is put away when the keyboard leaves it, so that it covers nothing', async () => {
  const { page, close } = await visit(browser, site.origin, { width: 'phone' })
  await open(page, '/about')
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('radio', { name: 'Light' }).focus()
  expect(await menu.isVisible()).toBe(true)
  await page.keyboard.press('Tab')
  expect(await menu.isVisible()).toBe(false)
  expect(await page.getByRole('main').locator(':focus').count()).toBe(1)
  await close()
})

test('icons are seen where the reader has set the colours', async () => {
  const { page, close } = await visit(browser, site.origin, { width: 'phone' })
  await page.emulateMedia({ forcedColors: 'active' })
  await open(page, '/about')
  const [icon, words] = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('p'))
    probe.style.color = 'ButtonText'
    const shape = document.querySelector('header button [class*=icon]')!
    return [getComputedStyle(shape).backgroundColor, getComputedStyle(probe).color]
  })
  expect(icon).toBe(words)
  await close()
})

function footerLink(page: Page, name: string) {
  return page.getByRole('contentinfo').getByRole('link', { name, exact: true })
}

async function markDocument(page: Page): Promise<void> {
  await page.evaluate(() => {
    ;(window as unknown as { mark: boolean }).mark = true
  })
}

async function isSameDocument(page: Page): Promise<boolean> {
  return await page.evaluate(() => 'mark' in window)
}
