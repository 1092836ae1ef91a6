import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright'
import { createAccessLink } from '#features/applications/access/server/create-access-link.ts'
import { pages } from '#pages.ts'
import { addApplication } from '../add-application.ts'
import { launchBrowser } from '../browser.ts'
import { openTestSite, type TestSite } from '../site.ts'
import { publicPaths } from './public-paths.ts'
import { visit } from './visit.ts'

let site: TestSite
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openTestSite(), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
})

/** A page that nobody has used yet; its own script takes a second to arrive. */
async function openSlowly(path: string) {
  const visited = await visit(browser, site.origin)
  const { page } = visited
  await delayScript(page)
  await page.goto(path)
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  expect(await hasStarted(page)).toBe(false)
  return visited
}

async function delayScript(page: Page) {
  await page.route(/\/assets\/(?!entry-)[^/]+\.js$/, async (route) => {
    await Bun.sleep(1000)
    await route.continue()
  })
}

/** How many compressed bytes of script a page has loaded that nobody has used yet, or was used in one way. */
async function watchScript(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  let sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (!/\.js$/.test(request.url())) return
    const measured = request.sizes().then((size) => size.responseBodySize)
    // What comes after the measuring may have no answer before the page is closed.
    measured.catch(() => {})
    sizes.push(measured)
  })
  return async (path: string, use?: () => Promise<void>) => {
    sizes = []
    await page.goto(path)
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
    await use?.()
    await page.waitForTimeout(200)
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    expect(bytes).toBeGreaterThan(10_000)
    return bytes
  }
}

const hasStarted = (page: Page) => page.evaluate(() => document.documentElement.dataset.started !== undefined)
const started = (page: Page) => page.locator('html[data-started]').waitFor({ state: 'attached' })

test('before it is used, a public page needs at most 75 KB of compressed script, the application form 80', async () => {
  const { page, problems, close } = await visit(browser, site.origin)
  const scriptOf = await watchScript(page)
  const paths = await publicPaths(site)
  expect(paths.length).toBeGreaterThan(20)
  const heavy: string[] = []
  for (const path of paths) {
    const bytes = await scriptOf(path)
    const limit = path === pages.apply.path || path === pages.applyAlias.path ? 80 : 75
    if (bytes > limit * 1024) heavy.push(`${path}: ${bytes}`)
  }
  expect(heavy).toEqual([])
  // Once it is used: the fields of its later steps, and what sends it, come when they are reached.
  const whole = await scriptOf(pages.apply.path, async () => {
    await page.getByLabel('Contact name').focus()
    await started(page)
  })
  expect(whole).toBeLessThanOrEqual(104 * 1024)
  expect(problems).toEqual([])
  await close()
})

test('the form that corrects an application needs at most 80 KB before it is used, and loses nothing that is typed then', async () => {
  const { id, email } = await addApplication(site.sql, { submittedAt: new Date().toISOString() })
  const { page, problems, close } = await visit(browser, site.origin)
  const link = await createAccessLink(site.sql, { applicationId: id, email, now: new Date() })
  await page.goto(`${link}?to=status`)
  await page.getByRole('button', { name: 'Continue to your application' }).click()
  await page.waitForURL(`**/my-applications/${id}`)
  // Its script comes after its paint, and would be counted below.
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  const scriptOf = await watchScript(page)
  const bytes = await scriptOf(`/my-applications/${id}/change`)
  expect(bytes).toBeLessThanOrEqual(80 * 1024)
  await delayScript(page)
  await page.getByLabel('Event title').fill('Harbour Lights at Easter')
  await page.getByLabel('Contact name').fill('')
  expect(await hasStarted(page)).toBe(false)
  await page.getByRole('button', { name: 'Save the correction' }).click()
  await page.getByText('Please fix the following errors').waitFor()
  expect(await page.getByLabel('Event title').inputValue()).toBe('Harbour Lights at Easter')
  await page.getByLabel('Contact name').fill('Ada Miles')
  await page.getByRole('button', { name: 'Save the correction' }).click()
  await page.getByText('Your correction has been saved.').waitFor()
  expect(problems).toEqual([])
  await close()
})

test('what is typed, chosen and sent before the form has started is neither lost nor sent past it', async () => {
  const { page, problems, close } = await openSlowly('/apply-accreditation')
  await page.getByLabel('Organisation name').fill('Harbour Lights')
  await page.getByLabel('Contact name').pressSequentially('Ada')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Contact name').press('End')
  await page.getByLabel('Contact name').pressSequentially(' Miles')
  expect(await hasStarted(page)).toBe(false)
  await started(page)
  // The form itself has said what is missing: the page was not posted.
  await page.getByText('Please fix the following errors').waitFor()
  expect(page.url()).toBe(`${site.origin}/apply-accreditation`)
  expect(await page.getByLabel('Organisation name').inputValue()).toBe('Harbour Lights')
  expect(await page.getByLabel('Contact name').inputValue()).toBe('Ada Miles')
  await page.reload()
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#contactName')!.value === 'Ada Miles')
  expect(problems).toEqual([])
  await close()
})

test('what was typed before any script had run is saved though nothing else is done', async () => {
  const { page, problems, close } = await visit(browser, site.origin)
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/entry-[^/]+\.js$/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/apply-accreditation', { waitUntil: 'commit' })
  await page.getByLabel('Contact name').fill('Ada Miles')
  held.resolve()
  await page.waitForFunction(() => localStorage.getItem('application-draft')?.includes('Ada Miles'))
  expect(problems).toEqual([])
  await close()
})

test('a press that only a script answers is answered once the page has started', async () => {
  const { page, problems, close } = await openSlowly('/apply-accreditation')
  const answer = page.waitForResponse(/\/api\/compan/)
  await page.getByLabel('Find your company').fill('tesco')
  await page.getByRole('button', { name: 'Search', exact: true }).last().click()
  expect(await hasStarted(page)).toBe(false)
  expect(decodeURIComponent((await answer).url())).toContain('tesco')
  expect(problems).toEqual([])
  await close()
})

test('Enter in a search field of the form searches, and never sends the form around it', async () => {
  // A line that brings no script at all yet, one that is slow with the page's own, and a page that has started.
  for (const line of ['none', 'slow', 'started'] as const) {
    const { page, problems, close } = await visit(browser, site.origin)
    const loads: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads.push(`${request.method()} ${request.url()}`)
    })
    const held = Promise.withResolvers<void>()
    if (line === 'none') {
      await page.route(/\/assets\/entry-[^/]+\.js$/, async (route) => {
        await held.promise
        await route.continue()
      })
    }
    if (line === 'slow') await delayScript(page)
    await page.goto('/apply-accreditation', { waitUntil: line === 'none' ? 'commit' : 'load' })
    if (line !== 'none') await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
    const box = page.getByLabel('Find your company')
    await box.evaluate((field: HTMLInputElement) => {
      field.focus()
      document.execCommand('insertText', false, 'tesco')
    })
    if (line === 'started') await started(page)
    const answer = page.waitForResponse(/\/api\/compan/)
    await box.press('Enter')
    if (line === 'none') {
      // Enter did nothing then: the field says what was typed once the script has come, and it works.
      held.resolve()
      await started(page)
      expect(await box.inputValue()).toBe('tesco')
      await box.press('Enter')
    }
    expect(decodeURIComponent((await answer).url())).toContain('tesco')
    expect(await page.getByText('Please fix the following errors').count()).toBe(0)
    expect(loads).toEqual([`GET ${site.origin}/apply-accreditation`])
    expect(problems).toEqual([])
    await close()
  }
})

test('a link of a page that has not started is followed by a move', async () => {
  const { page, problems, close } = await openSlowly('/about')
  await page.evaluate(() => Object.assign(window, { marked: true }))
  await page.getByRole('main').getByRole('link', { name: 'Contact us about a decision' }).click()
  await page.waitForFunction(() => location.pathname !== '/about')
  await page.locator('h1').first().waitFor()
  expect(await page.evaluate(() => 'marked' in window)).toBe(true)
  expect(problems).toEqual([])
  await close()
})

test('a link that is pressed before the script of its page has come leads where it says, and stays there', async () => {
  const { page, problems, close } = await visit(browser, site.origin)
  // A page that starts at once, when its script is there: nothing else waits for the files that it alone is made of.
  const path = '/my-applications'
  const [own, others] = await Promise.all([chunksOf(path), chunksOf('/about')])
  const arrives = Promise.withResolvers<void>()
  for (const chunk of own.filter((name) => !others.includes(name))) {
    await page.route(`**${chunk}`, async (route) => {
      await arrives.promise
      // The page that asked may be gone.
      await route.continue().catch(() => {})
    })
  }
  const entry = page.waitForEvent('requestfinished', (request) => /\/entry-/.test(request.url()))
  await page.goto(path, { waitUntil: 'commit' })
  await entry
  await page.waitForTimeout(300)
  expect(await page.locator('html[data-hydrated]').count()).toBe(0)
  await page.evaluate(() => document.querySelector<HTMLElement>('footer a[href="/about"]')!.click())
  await page.waitForURL('**/about')
  arrives.resolve()
  await page.waitForTimeout(1000)
  expect(await page.locator('h1').first().textContent()).toContain('About')
  expect(problems).toEqual([])
  await close()
})

/** The files that a page's document has loaded beside the entry. */
async function chunksOf(path: string): Promise<string[]> {
  const html = await (await fetch(site.origin + path)).text()
  return html
    .match(/data-scripts="[^" ]+ ?([^"]*)"/)![1]!
    .split(' ')
    .map((name) => `/assets/${name}`)
}

test('a search in the header of a page that has not started shows its results in it', async () => {
  const { page, problems, close } = await openSlowly('/listings')
  const box = page.getByLabel('Search the register').first()
  await box.fill('fair')
  await box.press('Enter')
  await page.waitForURL(/q=fair/)
  await started(page)
  await page.getByRole('main').getByText('fair').first().waitFor()
  expect(problems).toEqual([])
  await close()
})

test('where its script cannot be loaded, a form is posted by the browser itself', async () => {
  const { page, close } = await visit(browser, site.origin)
  await page.route(/\/assets\/(?!entry-)[^/]+\.js$/, (route) => route.abort())
  await page.goto('/apply-accreditation')
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await page.getByLabel('Organisation name').fill('Harbour Lights')
  const posted = page.waitForRequest((request) => request.method() === 'POST')
  await page.getByRole('button', { name: 'Next' }).click()
  expect((await posted).postData()).toContain('Harbour+Lights')
  await close()
})

test('without a connection a form that has not started stays, says so, and goes on once there is one', async () => {
  const { page, context, close } = await visit(browser, site.origin)
  await page.goto('/apply-accreditation')
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await context.setOffline(true)
  await page.getByLabel('Organisation name').fill('Harbour Lights')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.locator('.toast').getByText('No connection').waitFor()
  expect(page.url()).toBe(`${site.origin}/apply-accreditation`)
  expect(await hasStarted(page)).toBe(false)
  await context.setOffline(false)
  const posted = page.waitForRequest((request) => request.method() === 'POST' && request.isNavigationRequest())
  posted.catch(() => {})
  await page.getByRole('button', { name: 'Next' }).click()
  // A browser that keeps in mind that the script could not be had sends the form itself.
  await Promise.race([started(page), posted])
  await page.getByText('Please fix the following errors').waitFor()
  expect(await page.getByLabel('Organisation name').inputValue()).toBe('Harbour Lights')
  await close()
})
