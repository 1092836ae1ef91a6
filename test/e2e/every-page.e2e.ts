import { beforeAll, expect, test } from 'bun:test'
import { type PageEntry, pages } from '#pages.ts'
import { addApplication } from '../add-application.ts'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { expectAccessible, expectNoSidewaysScroll, open, picture, signIn, type Visit, visit } from './visit.ts'

/** One visitor goes through all pages: one for each page would take as long as the page itself. */
let onPhone: Visit
let onDesktop: Visit
const [site, browser] = await Promise.all([siteOfFile(), browserOfFile({ looks: true })])
beforeAll(async () => {
  onPhone = await visit(browser, site.origin, { width: 'phone', theme: 'light' })
  onDesktop = await visit(browser, site.origin, { width: 'desktop', theme: 'dark' })
})

// Every page without a parameter, but for those that hold somebody's own matter, which have tests of their own.
const paths = Object.values<PageEntry>(pages).flatMap(({ path, cache }) => (cache && !path.includes(':') ? [path] : []))
const shown = [...paths, '/listings?q=zzzz', '/pre-approved', '/my-applications', '/access', '/admin/sign-in']

// Between them the two themes see both widths, and 320 px. What the content security policy refuses is one of the browser's problems.
test.each(shown)('%s is accessible and breaks nothing: on a phone, in the light theme', async (path) => {
  const { page, problems } = onPhone
  await page.setViewportSize({ width: 375, height: 740 })
  await open(page, path)
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)
  await picture(page, `${path.replace(/\W+/g, '-')}-phone`)
  expect(problems.splice(0)).toEqual([])
})

test.each(shown)('%s is accessible and breaks nothing: on a desktop, in the dark theme', async (path) => {
  const { page, problems } = onDesktop
  await open(page, path)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await picture(page, `${path.replace(/\W+/g, '-')}-desktop-dark`)
  expect(problems.splice(0)).toEqual([])
})

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
