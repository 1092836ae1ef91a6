import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../browser.ts'
import { openTestSite, type TestSite } from '../site.ts'
import { expectAccessible, expectNoSidewaysScroll, open, picture, visit } from './visit.ts'

let site: TestSite
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openTestSite(), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
})

const pages = [
  '/',
  '/about',
  '/listings',
  '/listings?q=zzzz',
  '/database',
  '/events',
  '/awards',
  '/partners',
  '/contact',
  '/press',
  '/apply-accreditation',
  '/pre-approved',
  '/admin/sign-in',
  '/checkout/listing/fallback',
  '/api',
]

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  test.each(pages)('%s is accessible, fits a phone and breaks nothing', async (path) => {
    const { page, problems, close } = await visit(browser, site.origin, { width: 'phone', theme })
    await open(page, path)
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 700 })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1280, height: 900 })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await picture(page, `${path.replace(/\W+/g, '-')}-${theme}`)
    expect(problems).toEqual([])
    await close()
  })
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
