import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { defaultBrand } from '#brand.ts'
import { publishEntry } from '#features/register/server/publish-entry.ts'
import { addApplication } from '../add-application.ts'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { expectAccessible, expectNoSidewaysScroll, open, picture, visit, type Width } from './visit.ts'

const [site, browser] = await Promise.all([siteOfFile(), browserOfFile()])

const markDocument = (page: Page) => page.evaluate(() => void Object.assign(window, { marked: true }))
const isSameDocument = (page: Page) => page.evaluate(() => 'marked' in window)
const search = (page: Page) => new URL(page.url()).search

test('the listing is searched and filtered without a full load, and goes back', async () => {
  const { page, problems, close } = await visit(browser, site.origin)
  await open(page, '/listings')
  await markDocument(page)
  await page.getByText('61 events found').waitFor()
  await page.getByLabel('Search by title or venue').fill('day')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/listings?q=day')
  const found = await page.getByRole('status').filter({ hasText: 'found' }).textContent()
  expect(found).not.toStartWith('61 events found')
  expect(await page.getByLabel('Search by title or venue').evaluate((box) => box === document.activeElement)).toBe(true)
  await page.getByText('Filters', { exact: true }).click()
  await page.getByLabel('Accredited now').check()
  await page.waitForURL('**/listings?q=day&verified=1')
  // The city is typed, with a slip, and taken from what is offered.
  const city = page.getByRole('combobox', { name: 'City' })
  await page.getByLabel('City', { exact: true }).click()
  await page.getByRole('option', { name: /^London/ }).waitFor()
  await city.fill('birmingam')
  // What answered no text at all is not taken for this one.
  await city.press('ArrowDown')
  expect(await city.getAttribute('aria-activedescendant')).toBeNull()
  await page.getByRole('option', { name: /^Birmingham/ }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByText('1 event found').waitFor()
  expect(search(page)).toBe('?q=day&city=Birmingham&verified=1')
  await page.getByRole('link', { name: 'View Details: Bright Minds Science Day' }).click()
  // The way back leads to the list as it was left.
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Register' }).click()
  await page.waitForURL('**/listings?q=day&city=Birmingham&verified=1')
  await page.getByText('1 event found').waitFor()
  await page.goBack()
  await page.goBack()
  await page.goBack()
  await page.goBack()
  await page.waitForURL('**/listings?q=day')
  await page.getByText(found!).waitFor()
  await page.getByLabel('Accredited now').waitFor({ state: 'hidden' })
  // A page that comes anew without filters in use makes the panel when it is opened.
  await page.getByText('Filters', { exact: true }).click()
  expect(await page.getByLabel('Accredited now').isChecked()).toBe(false)
  await page.getByRole('link', { name: 'Clear Filters' }).click()
  await page.getByText('61 events found').waitFor()
  expect(await page.getByLabel('Search by title or venue').inputValue()).toBe('')
  expect(await isSameDocument(page)).toBe(true)
  expect(problems).toEqual([])
  await close()
})

test('the map leads to the events of a town by its point and by its name, and on to their organiser', async () => {
  const { page, problems, close } = await visit(browser, site.origin)
  await open(page, '/listings?category=sports')
  await markDocument(page)
  await page.getByRole('link', { name: 'Show on a map' }).click()
  await page.waitForURL('**/map?category=sports')
  // The keyboard goes by the list alone.
  expect(await page.locator('main svg a').evaluateAll((links) => links.every((link) => link.tabIndex === -1))).toBe(
    true,
  )
  await page.locator('main svg a[href*="Carlisle"] circle').click()
  await page.getByText('1 event found').waitFor()
  expect(search(page)).toBe('?city=Carlisle&category=sports')
  await page.goBack()
  await page.locator('main svg a[href*="Carlisle"]').waitFor()
  await page.getByRole('link', { name: 'Carlisle' }).press('Enter')
  await page.getByText('1 event found').waitFor()
  await page.getByRole('link', { name: 'View Details' }).click()
  const facts = page.getByRole('region', { name: 'About the event' })
  const organiser = await facts.getByRole('link').first().textContent()
  await facts.getByRole('link').first().click()
  await page.waitForURL('**/organisers/*')
  await page.getByRole('heading', { level: 1, name: organiser!, exact: true }).waitFor()
  expect(await isSameDocument(page)).toBe(true)
  expect(problems).toEqual([])
  await close()
})

test('without a script the listing is searched, filtered and paged all the same', async () => {
  const { page, close } = await visit(browser, site.origin, { javaScript: false })
  await open(page, '/listings')
  await page.getByText('Filters', { exact: true }).click()
  await page.getByRole('link', { name: 'Show the filters' }).click()
  await page.getByLabel('Accredited now').check()
  await page.getByLabel('Search by title or venue').fill('nowhere')
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await page.getByRole('heading', { name: 'No events found' }).waitFor()
  expect([...new URL(page.url()).searchParams].filter(([, value]) => value)).toEqual([
    ['q', 'nowhere'],
    ['verified', '1'],
  ])
  await page.getByRole('link', { name: 'Clear Filters' }).click()
  await page.getByRole('link', { name: 'Next page' }).click()
  await page.getByRole('link', { name: 'Next page' }).click()
  await page.getByRole('heading', { name: 'Past events' }).waitFor()
  await close()
})

test('without a script dates, a status and a city are chosen in one form, which keeps what was wrong', async () => {
  const { page, close } = await visit(browser, site.origin, { javaScript: false })
  await open(page, '/listings?sort=name')
  await page.getByText('Filters', { exact: true }).click()
  await page.getByRole('link', { name: 'Show the filters' }).click()
  await page.getByLabel('From', { exact: true }).fill('2027-03-02')
  await page.getByLabel('To', { exact: true }).fill('2027-03-01')
  await page.getByLabel('City', { exact: true }).fill('Leds')
  await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Lapsed (3)' })
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await page.getByText('The last day is before the first').waitFor()
  await page.getByRole('link', { name: 'Leeds', exact: true }).waitFor()
  expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe('2027-03-02')
  expect(new URL(page.url()).searchParams.get('sort')).toBe('name')
  await close()
})

test('a number in the box leads to its entry; on a phone an entry is one row, and the way back keeps the place', async () => {
  const { page, problems, close } = await visit(browser, site.origin, { width: 'phone' })
  const covers: string[] = []
  page.on('request', (request) => request.url().includes('/covers/') && covers.push(request.url()))
  await open(page, '/listings?page=2')
  const rows = page.locator('.rows > li:not(.featured)')
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  expect(heights.length).toBe(24)
  expect(heights.reduce((sum, height) => sum + height) / heights.length).toBeLessThan(100)
  expect(await rows.first().getByRole('link').count()).toBe(1)
  await rows.nth(20).scrollIntoViewIfNeeded()
  expect(covers).toEqual([])
  const place = await page.evaluate(() => window.scrollY)
  await rows.nth(20).getByRole('link').click()
  await page.waitForURL('**/events/*')
  await page.goBack()
  await page.waitForURL('**/listings?page=2')
  await page.waitForFunction((y) => Math.abs(window.scrollY - y) < 50, place)
  await page.getByLabel('Search by title or venue').fill('demo 2026 000057')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/events/ultra-bass-arena-night')
  expect(problems).toEqual([])
  await close()
})

test('the box of the national database and of the certificate check offers what may be meant', async () => {
  const { page, problems, close } = await visit(browser, site.origin)
  await open(page, '/database')
  await page.getByLabel('Search events').fill('robtics')
  await page.getByRole('listbox').getByRole('option').first().click()
  await page.waitForURL('**/database?q=*')
  await open(page, '/verify')
  await page.getByLabel('Certificate number').fill('lantrenlight')
  await page.getByRole('option', { name: /^Lanternlight Winter Arts Trail/ }).click()
  await page.waitForURL('**/events/lanternlight-winter-arts-trail')
  expect(problems).toEqual([])
  await close()
})

test('a mistyped search shows what it comes close to, and says that it does', async () => {
  const { page, problems, close } = await visit(browser, site.origin)
  await open(page, '/listings')
  await page.getByLabel('Search by title or venue').fill('lantrenlight')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Similar events' }).waitFor()
  await page.getByText('0 events found').waitFor()
  await page.getByRole('heading', { name: 'No events found' }).waitFor()
  await page.getByRole('link', { name: 'View Details: Lanternlight Winter Arts Trail' }).click()
  await page.waitForURL('**/events/lanternlight-winter-arts-trail')
  await open(page, '/listings?q=lanternlight')
  await page.getByText('1 event found').waitFor()
  expect(problems).toEqual([])
  await close()
})

test('an event opens over the list by its address, and closes back to it', async () => {
  const { page, problems, close } = await visit(browser, site.origin)
  await open(page, '/events')
  await markDocument(page)
  await page.getByRole('link', { name: 'Culture' }).click()
  await page.waitForURL('**/events?category=culture')
  await page.getByRole('link', { name: 'Lanternlight Winter Arts Trail' }).click()
  const dialog = page.getByRole('dialog', { name: 'Lanternlight Winter Arts Trail' })
  await dialog.waitFor()
  expect(search(page)).toBe('?category=culture&event=lanternlight-winter-arts-trail')
  expect(await dialog.getByRole('link', { name: 'Book Tickets' }).getAttribute('target')).toBe('_blank')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(search(page)).toBe('?category=culture')
  const isBack = () => document.activeElement?.textContent === 'Lanternlight Winter Arts Trail'
  await page.waitForFunction(isBack)
  await page.goBack()
  await dialog.waitFor()
  await dialog.getByRole('link', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await isSameDocument(page)).toBe(true)
  expect(problems).toEqual([])
  await close()
})

test('the lightbox goes round by keys and buttons, and gives the focus back', async () => {
  const { page, problems, close } = await visit(browser, site.origin, { width: 'phone' })
  await open(page, '/events/lanternlight-winter-arts-trail')
  await page.getByRole('link', { name: 'Lanternlight Winter Arts Trail, 1 of 5' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 of 5').waitFor()
  await page.keyboard.press('ArrowLeft')
  await dialog.getByText('5 of 5').waitFor()
  await dialog.getByRole('button', { name: 'Next picture' }).click()
  await dialog.getByText('1 of 5').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toContain('-1.svg')
  expect(problems).toEqual([])
  await close()
})

const looks: [string, string][] = [
  ['listings', '/listings'],
  ['listings-filtered', '/listings?city=Leeds&verified=1'],
  ['listings-nothing', '/listings?q=nothing'],
  ['listings-similar', '/listings?q=lantrenlight'],
  ['database-similar', '/database?q=robtics'],
  ['events', '/events'],
  ['event', '/events/lanternlight-winter-arts-trail'],
  ['event-suspended', '/events/ultra-bass-arena-night'],
  ['event-missing', '/events/no-such-event'],
]
test.each(looks)(
  '%s is accessible and fits, on a phone in the dark and on an admin area in the light',
  async (name, path) => {
    for (const [width, theme] of [
      ['phone', 'dark'],
      ['desktop', 'light'],
    ] satisfies [Width, 'light' | 'dark'][]) {
      const { page, close } = await visit(browser, site.origin, { width, theme })
      await open(page, path)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await picture(page, `register-${name}-${width}-${theme}`)
      await close()
    }
  },
)

test('words that never end are broken, and push no page sideways', async () => {
  const { sql } = site
  const endless = 'W'.repeat(200)
  const { id: applicationId } = await addApplication(sql, {
    status: 'approved',
    organisation: { name: endless },
    draft: { title: endless, venue: endless, address: endless, city: endless.slice(0, 100), description: endless },
  })
  const validUntil = new Date(Date.now() + 300 * 86_400_000).toISOString()
  const publication = { applicationId, validUntil, cause: 'order of a test', brand: defaultBrand, now: new Date() }
  const published = await sql.begin((tx) => publishEntry(tx, publication))
  const { page, close } = await visit(browser, site.origin, { width: 'phone' })
  await open(page, `/events/${'slug' in published ? published.slug : ''}`)
  await page.getByRole('heading', { name: endless }).waitFor()
  await expectNoSidewaysScroll(page)
  await close()
})

test('suggestions that are loaded after a search do not cover what was found', async () => {
  const { page, close } = await visit(browser, site.origin)
  await open(page, '/listings')
  const [script, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const hold = (address: string, until: Promise<void>) =>
    page.route(address, async (route) => {
      await until
      await route.continue()
    })
  await hold('**/*.js', script.promise)
  await hold('**/listings?q=day', answer.promise)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.getByRole('searchbox', { name: 'Search by title or venue' }).fill('day')
  const [sent] = await Promise.all([page.waitForRequest('**/listings?q=day'), page.keyboard.press('Enter')])
  script.resolve()
  // Longer than the pause after which suggestions are asked for.
  await page.waitForTimeout(600)
  answer.resolve()
  await sent.response()
  await page.waitForURL('**/listings?q=day')
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([])
  await close()
})
