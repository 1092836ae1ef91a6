import { beforeAll, expect, test } from 'bun:test'
import type { CDPSession } from 'playwright'
import { pages } from '#pages.ts'
import { addApplication } from '../add-application.ts'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { findCutOff, findInForcedColours, findPale, findShifts } from './displays.ts'
import { loadedScript } from './loaded-script.ts'
import { publicPaths } from './public-paths.ts'
import { expectAccessible, expectNoSidewaysScroll, open, paintIn, picture, signIn, type Visit, visit } from './visit.ts'

/** One visitor goes through all pages, and each is loaded once: the loading takes longer than a look at it. */
let visitor: Visit
let session: CDPSession
let scriptOf: () => Promise<number>
const [site, browser] = await Promise.all([siteOfFile(), browserOfFile({ looks: true })])
beforeAll(async () => {
  visitor = await visit(browser, site.origin, { width: 'phone' })
  const { page } = visitor
  session = await page.context().newCDPSession(page)
  scriptOf = loadedScript(page)
  // As on a slow line: fonts and pictures come after the first painting. (It also has everything loaded anew.)
  await page.route(/\.(woff2|svg|png|webp)$/, async (route) => {
    await Bun.sleep(150)
    await route.continue()
  })
})

const paths = await publicPaths(site)
const [ended] = await site.sql`select slug from register_entries where status = 'suspended' limit 1`
const more = [
  '/listings?q=zzzz',
  '/pre-approved',
  '/my-applications',
  '/access',
  '/admin/sign-in',
  `/events/${ended!.slug}`,
]

test('there are pages to look at', () => {
  expect(paths.length).toBeGreaterThan(20)
})

// Between them the two themes see both widths. What the content security policy refuses is one of the browser's problems.
test.each([...paths, ...more])(
  '%s breaks nothing, is accessible in both themes, fits 320 px and large text, is read in forced colours and in print, and nothing moves by itself',
  async (path) => {
    const { page, problems } = visitor
    const found: string[] = []
    const note = (how: string, what: string[]) => found.push(...what.map((each) => `${how}: ${each}`))
    // The page before comes back from paper: what comes late of that would move the next one. Hidden, it is not laid out again.
    await page.evaluate(() => {
      document.body.style.display = 'none'
    })
    await page.emulateMedia({ media: 'screen', forcedColors: 'none' })
    await page.setViewportSize({ width: 320, height: 700 })
    await page.waitForFunction(() => matchMedia('screen').matches && innerWidth === 320)
    await open(page, path)
    note('320 px', await findCutOff(page))
    // What this browser was approved for is known once the page is there.
    if (path !== pages.preApproved.path) note('layout', await findShifts(page))
    const bytes = await scriptOf()
    const limit = path === pages.apply.path || path === pages.applyAlias.path ? 110 : 100
    if (paths.includes(path)) expect([bytes > 60_000, bytes <= limit * 1024, bytes]).toEqual([true, true, bytes])

    await page.setViewportSize({ width: 375, height: 740 })
    await expectAccessible(page)
    await picture(page, `${path.replace(/\W+/g, '-')}-phone`)
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
    await page.setViewportSize({ width: 640, height: 700 })
    await page.waitForFunction(() => getComputedStyle(document.documentElement).fontSize === '32px')
    note('text of 200%', await findCutOff(page))
    await session.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
    await page.emulateMedia({ forcedColors: 'active' })
    note('forced colours', await findInForcedColours(page))

    await page.emulateMedia({ forcedColors: 'none' })
    await page.setViewportSize({ width: 1280, height: 900 })
    await paintIn(page, 'dark')
    await expectAccessible(page, { again: true })
    await expectNoSidewaysScroll(page)
    await picture(page, `${path.replace(/\W+/g, '-')}-desktop-dark`)
    // As wide as an A4 page between its margins.
    await page.setViewportSize({ width: 657, height: 900 })
    await page.emulateMedia({ media: 'print' })
    note('print', [...(await findCutOff(page)), ...(await findPale(page))])
    expect(found).toEqual([])
    expect(problems.splice(0)).toEqual([])
  },
)

test('an event of the register, its dialog, the paid funnel and the admin area are accessible too', async () => {
  const [entry] =
    await site.sql`select slug, organiser_id, lower(city) as city from register_entries where featured and status = 'active' and starts_on > now() limit 1`
  const approved = await addApplication(site.sql, { status: 'approved' })
  const { page, problems, close } = await visit(browser, site.origin)
  const addresses = [
    `/events/${entry!.slug}`,
    `/events?event=${entry!.slug}`,
    `/organisers/by-${entry!.organiser_id}`,
    `/cities/${entry!.city}`,
    `/checkout/listing/${approved.id}`,
    `/checkout/listing/fallback?appId=${approved.id}`,
    `/upsell/award/${approved.id}`,
    `/funnel/success/${approved.id}`,
  ]
  for (const path of addresses) {
    await open(page, path)
    await expectAccessible(page)
  }
  await signIn(page, site)
  await open(page, '/admin')
  await expectAccessible(page)
  expect(problems).toEqual([])
  await close()
})

test('every link in header and footer leads to a page', async () => {
  const html = await (await fetch(site.origin)).text()
  const hrefs = [...new Set([...html.matchAll(/href="(\/[^"]*)"/g)].map((match) => match[1]!))]
  expect(hrefs.length).toBeGreaterThan(15)
  const broken: string[] = []
  for (const href of hrefs) {
    const response = await fetch(site.origin + href)
    const text = await response.text()
    const [, anchor] = href.split('#')
    if (!response.ok || (anchor && !text.includes(`id="${anchor}"`))) broken.push(`${response.status} ${href}`)
  }
  expect(broken).toEqual([])
})
