import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { createAccessLink } from '#features/applications/access/server/create-access-link.ts'
import { addApplication } from '../add-application.ts'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { loadedScript } from './loaded-script.ts'
import { markDocument, type Outcome, readOutcome } from './press-control.ts'
import { open, started, visit, type Width } from './visit.ts'

const [site, browser] = await Promise.all([siteOfFile(), browserOfFile()])

/** An entry of the demonstration with pictures. */
const entry = '/events/bright-minds-science-day'

/** Something to press, and what comes of it without a script and with one. */
type Control = {
  path: string
  selector: string
  width?: Width
  without: Partial<Outcome>
  scripted: Partial<Outcome>
}

const leadsTo = (address: string) => ({ without: { address, loaded: true }, scripted: { address, loaded: false } })
const sameEitherWay = (outcome: Partial<Outcome>) => ({ without: outcome, scripted: outcome })
const mistakes = (problems: number) => ({
  without: { loaded: true, problems },
  scripted: { loaded: false, problems },
})
const openDialog = (dialog: string) => ({
  without: { loaded: true, dialog: null },
  scripted: { loaded: false, dialog },
})

const festival = 'main a[href="/events?event=chapter-and-verse-book-festival"]'
const picture = (place: number) => `section[aria-labelledby="gallery"] li:nth-child(${place}) a`

/** Two of each kind. */
const controls: Control[] = [
  { path: '/about', selector: 'main a[href="/contact"]', ...leadsTo('/contact') },
  { path: '/', selector: 'footer a[href="/privacy"]', ...leadsTo('/privacy') },
  { path: '/contact', selector: 'main button[type="submit"]', ...mistakes(3) },
  { path: '/apply-accreditation', selector: 'main button[value="next"]', ...mistakes(4) },
  {
    path: '/',
    selector: 'main form button',
    without: { address: '/listings?q=', loaded: true },
    scripted: { address: '/listings', loaded: false },
  },
  { path: entry, selector: 'main details > summary', ...sameEitherWay({ loaded: false, unfolded: ['Share'] }) },
  {
    path: '/',
    width: 'phone',
    selector: '[popovertarget="site-menu"]',
    ...sameEitherWay({ loaded: false, menu: true }),
  },
  { path: '/events', selector: festival, ...openDialog('Chapter and Verse Book Festival') },
  { path: '/boxing?guests=2&ticket=vip', selector: '#open-reservation', ...openDialog('Reserve your tickets') },
  { path: '/events', selector: 'main a.chip[href$="=sports"]', ...leadsTo('/events?category=sports') },
  { path: '/listings?verified=1', selector: 'main a.chip[href="/listings"]', ...leadsTo('/listings') },
  { path: entry, selector: picture(1), ...openDialog('Bright Minds Science Day') },
  { path: entry, selector: picture(2), ...openDialog('Bright Minds Science Day') },
]

test.each(controls)(
  '$selector on $path, pressed before the page is hydrated, does what it does without a script',
  async ({ path, width = 'desktop', selector, without }) => {
    for (const javaScript of [false, true]) {
      const visited = await visit(browser, site.origin, { width, javaScript })
      const { page } = visited
      await holdScripts(page)
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      await markDocument(page)
      await page.locator(selector).first().click()
      await showsOutcome(page, without)
      await visited.close()
    }
  },
)

test.each(controls)(
  '$selector on $path, pressed while it is hydrated and afterwards, does what its page makes of it',
  async ({ path, width = 'desktop', selector, scripted }) => {
    const { page, problems, close } = await visit(browser, site.origin, { width })
    await open(page, path)
    await markDocument(page)
    await page.locator(selector).first().click()
    await showsOutcome(page, scripted)
    await whileHydrating(page, { selector })
    await page.goto(path)
    await showsOutcome(page, scripted)
    expect(problems).toEqual([])
    await close()
  },
)

type TypedCase = {
  what: string
  path: string
  fill: (page: Page) => Promise<unknown>
  knows: (page: Page) => Promise<unknown>
}

const type = (selector: string, text: string) => (page: Page) => page.locator(selector).fill(text)
/** As a browser fills fields in that it knows, or has kept: before any script runs, nobody hears of it. */
const autofill = (values: Record<string, string>) => (page: Page) =>
  page.evaluate((values) => {
    for (const [selector, value] of Object.entries(values)) Object.assign(document.querySelector(selector)!, { value })
  }, values)
const isStored = (text: string) => (page: Page) =>
  page.waitForFunction(
    (text) => [localStorage, sessionStorage].some((storage) => JSON.stringify({ ...storage }).includes(text)),
    text,
  )
const arrivesAt = (address: string) => (page: Page) => showsOutcome(page, { address, loaded: false })

const kept: TypedCase[] = [
  {
    what: 'text',
    path: '/apply-accreditation',
    fill: type('#contactName', 'Ada Miles'),
    knows: isStored('Ada Miles'),
  },
  {
    what: 'text',
    path: '/quickapply',
    fill: type('#companyName', 'Harbour Lights'),
    knows: isStored('Harbour Lights'),
  },
  {
    what: 'a choice',
    path: '/listings?filters=open',
    fill: (page) => page.locator('#assurance').selectOption('declared'),
    knows: arrivesAt('/listings?assurance=declared'),
  },
  {
    what: 'a choice',
    path: '/database',
    fill: (page) => page.locator('#type').selectOption('featured'),
    knows: arrivesAt('/database?type=featured'),
  },
  {
    what: 'a tick',
    path: '/listings?filters=open',
    fill: (page) => page.locator('#verified').check(),
    knows: arrivesAt('/listings?verified=1'),
  },
  {
    what: 'a tick',
    path: '/follow',
    fill: (page) => page.locator('#cadence-2').check(),
    knows: async (page) => expect(await page.locator('#cadence-2').isChecked()).toBe(true),
  },
  {
    what: 'what the browser fills in',
    path: '/apply-accreditation',
    fill: autofill({ '#contactName': 'Ada Miles', '#email': 'ada@harbour.example' }),
    knows: async (page) => {
      await isStored('Ada Miles')(page)
      await isStored('ada@harbour.example')(page)
    },
  },
  {
    what: 'what the browser fills in',
    path: '/contact',
    fill: autofill({ '#name': 'Ada Miles', '#email': 'ada@harbour.example' }),
    knows: async (page) => {
      await page.getByRole('button', { name: 'Send Message' }).click()
      await showsOutcome(page, { loaded: false, problems: 1 })
    },
  },
  ...['dark', 'system'].map((theme) => ({
    what: `the theme ${theme}`,
    path: '/prices',
    fill: (page: Page) => page.locator(`label:has(input[value="${theme}"]):visible`).click(),
    knows: (page: Page) => showsOutcome(page, { theme }),
  })),
  {
    what: 'a file',
    path: '/verify',
    fill: (page) =>
      page
        .locator('#credential-file')
        .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('{}') }),
    knows: (page) => page.locator('[role="status"]', { hasText: 'a.json' }).waitFor(),
  },
]

test.each(kept)(
  '$what on $path before the page is hydrated stays, and the page knows of it',
  async ({ path, fill, knows }) => {
    const { page, problems, close } = await visit(browser, site.origin)
    const release = await holdScripts(page)
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    await markDocument(page)
    await fill(page)
    release()
    await started(page)
    await knows(page)
    expect(problems).toEqual([])
    await close()
  },
)

test('a letter that comes while the page is hydrated, with a key or without one, goes behind what was typed before', async () => {
  for (const [path, selector, noKey] of [
    ['/apply-accreditation', '#contactName'],
    ['/quickapply', '#companyName'],
    ['/apply-accreditation', '#contactName', 'no key'],
  ] as const) {
    const { page, problems, close } = await visit(browser, site.origin)
    const release = await holdScripts(page)
    await whileHydrating(page, { selector, key: 'a', noKey })
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    await page.locator(selector).pressSequentially('Ad')
    release()
    await started(page)
    await isStored('Ada')(page)
    expect(await page.locator(selector).inputValue()).toBe('Ada')
    await page.locator(selector).pressSequentially('m')
    await isStored('Adam')(page)
    expect(problems).toEqual([])
    await close()
  }
})

test('what is typed into a search before hydration is suggested for afterwards', async () => {
  for (const path of ['/listings', '/']) {
    const { page, problems, close } = await visit(browser, site.origin)
    const release = await holdScripts(page)
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    await page.getByRole('main').locator('input[name="q"]').first().pressSequentially('fair')
    release()
    await page.getByRole('main').getByRole('option').first().waitFor()
    expect(problems).toEqual([])
    await close()
  }
})

test('Enter in a search field of the form searches, and never sends the form around it', async () => {
  for (const isHeld of [true, false]) {
    const { page, problems, close } = await visit(browser, site.origin)
    const loads: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads.push(`${request.method()} ${request.url()}`)
    })
    const release = await holdScripts(page)
    if (!isHeld) release()
    await page.goto('/apply-accreditation', { waitUntil: 'domcontentloaded' })
    if (!isHeld) await started(page)
    const box = page.getByLabel('Find your company')
    await box.fill('tesco')
    const answer = page.waitForResponse(/\/api\/compan/)
    if (isHeld) {
      // Enter does nothing then: the field says what was typed once the script has come, and it works.
      await box.press('Enter')
      release()
      await started(page)
      expect(await box.inputValue()).toBe('tesco')
    }
    await box.press('Enter')
    expect(decodeURIComponent((await answer).url())).toContain('tesco')
    expect(await page.getByText('Please fix the following errors').count()).toBe(0)
    expect(loads).toEqual([`GET ${site.origin}/apply-accreditation`])
    expect(problems).toEqual([])
    await close()
  }
})

test('what is typed into the form that corrects an application before it is hydrated is saved', async () => {
  const { id, email } = await addApplication(site.sql, { submittedAt: new Date().toISOString() })
  const { page, problems, close } = await visit(browser, site.origin)
  const link = await createAccessLink(site.sql, { applicationId: id, email, now: new Date() })
  await page.goto(link)
  await page.getByRole('button', { name: 'Continue to your application' }).click()
  await page.waitForURL(`**/my-applications/${id}`)
  // Its script comes after its paint, and would be counted below.
  await started(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const scriptOf = loadedScript(page)
  await open(page, `/my-applications/${id}/change`)
  await page.waitForTimeout(200)
  const bytes = await scriptOf()
  expect([bytes > 60_000, bytes <= 100 * 1024, bytes]).toEqual([true, true, bytes])
  const release = await holdScripts(page)
  await page.reload({ waitUntil: 'domcontentloaded' })
  await page.getByLabel('Event title').fill('Harbour Lights at Easter')
  await page.getByLabel('Contact name').fill('')
  release()
  await started(page)
  await page.getByRole('button', { name: 'Save the correction' }).click()
  await page.getByText('Please fix the following errors').waitFor()
  expect(await page.getByLabel('Event title').inputValue()).toBe('Harbour Lights at Easter')
  await page.getByLabel('Contact name').fill('Ada Miles')
  // The list of errors goes, and all that is below it moves up.
  await page.getByText('Please fix the following errors').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Save the correction' }).click()
  await page.getByText('Your correction has been saved.').waitFor()
  expect(problems).toEqual([])
  await close()
})

test('a link that is pressed before the script of its page has come leads where it says, and stays there', async () => {
  const { page, problems, close } = await visit(browser, site.origin)
  // Nothing else waits for the files that it alone is made of.
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

test('where its script cannot be loaded, a form is posted by the browser itself', async () => {
  const { page, close } = await visit(browser, site.origin)
  await page.route(/\/assets\/(?!entry-)[^/]+\.js$/, (route) => route.abort())
  await page.goto('/apply-accreditation')
  await page.getByLabel('Organisation name').fill('Harbour Lights')
  const posted = page.waitForRequest((request) => request.method() === 'POST')
  await page.getByRole('button', { name: 'Next' }).click()
  expect((await posted).postData()).toContain('Harbour+Lights')
  await close()
})

test('without a connection a form stays, says so, and goes on once there is one', async () => {
  const { page, context, close } = await visit(browser, site.origin)
  await open(page, '/apply-accreditation')
  await context.setOffline(true)
  await page.getByLabel('Organisation name').fill('Harbour Lights')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.locator('.toast').getByText('No connection').waitFor()
  expect(page.url()).toBe(`${site.origin}/apply-accreditation`)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Please fix the following errors').waitFor()
  expect(await page.getByLabel('Organisation name').inputValue()).toBe('Harbour Lights')
  await close()
})

/** A line that brings no script. @returns lets them come. */
async function holdScripts(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/entry-[^/]+\.js$/, async (route) => {
    await held.promise
    // The page that asked may be gone.
    await route.continue().catch(() => {})
  })
  return held.resolve
}

/** In the next document of this page something is pressed, or a key is, at a time when React listens and has hydrated nothing yet. */
async function whileHydrating(
  page: Page,
  press: { selector: string; key?: string; noKey?: string | undefined },
): Promise<void> {
  await page.addInitScript(({ selector, key, noKey }) => {
    let isPressed = false
    document.addEventListener = (...args: Parameters<typeof document.addEventListener>) => {
      EventTarget.prototype.addEventListener.apply(document, args)
      if (args[0] !== 'click' || isPressed) return
      isPressed = true
      // Before React's first slice, which is a task of its own.
      queueMicrotask(() => {
        const control = document.querySelector<HTMLElement>(selector)!
        Object.assign(window, { isMarked: true })
        if (key === undefined) return control.click()
        control.focus()
        if (!noKey) control.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
        document.execCommand('insertText', false, key)
      })
    }
  }, press)
}

/** Waits until the page shows what was expected; says what it shows where it does not. */
async function showsOutcome(page: Page, expected: Partial<Outcome>): Promise<void> {
  let shown: Partial<Outcome> = {}
  for (const end = Date.now() + 10_000; Date.now() < end; await Bun.sleep(50)) {
    // A document that is just being left cannot be asked.
    shown = await readOutcome(page).catch(() => ({}))
    if (Bun.deepMatch(expected, shown)) return
  }
  expect(shown).toMatchObject(expected)
}
