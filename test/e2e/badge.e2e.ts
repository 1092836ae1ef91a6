import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright'
import { launchBrowser } from '../browser.ts'
import { openTestSite, type TestSite } from '../site.ts'
import { expectAccessible, expectNoSidewaysScroll, open, visit } from './visit.ts'

let site: TestSite
let browser: Browser
/** Somebody else's site, which shows whatever HTML it is given. */
let foreign: ReturnType<typeof Bun.serve>
let html = ''
beforeAll(async () => {
  foreign = Bun.serve({
    port: 0,
    fetch: () =>
      new Response(`<!doctype html><title>Ours</title><h1>Our events</h1>${html}`, {
        headers: { 'content-type': 'text/html' },
      }),
  })
  ;[site, browser] = await Promise.all([openTestSite(), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
  await foreign?.stop(true)
})

const number = 'DEMO-2026-000003'

test('the codes of the badge page, copied to another site, show badge and list there without script, cookie or referrer', async () => {
  const { page, problems, close } = await visit(browser, site.origin, { width: 'phone' })
  await open(page, '/events/tidewater-jazz-weekend')
  await page.getByText('Share', { exact: true }).click()
  await page.getByRole('link', { name: 'Badge for a website' }).click()
  await page.waitForURL('**/badge/*')
  await open(page, `/badge/${number}`)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  const codes = await page
    .locator('textarea')
    .evaluateAll((areas) => areas.map((area) => (area as HTMLTextAreaElement).value))
  expect(codes.length).toBe(6)
  await page.getByRole('link', { name: 'Dark', exact: true }).click()
  await page.waitForURL('**/badge/*?theme=dark')
  expect(await page.getByLabel('Code of the large badge').inputValue()).toContain('size=large&amp;theme=dark')
  expect(problems).toEqual([])
  await close()

  html = codes.join('').replaceAll(' loading="lazy"', '')
  for (const theme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      colorScheme: theme,
      viewport: { width: 375, height: 740 },
      javaScriptEnabled: true,
    })
    const host = await context.newPage()
    const referrers: (string | undefined)[] = []
    host.on('request', (request) => {
      if (request.url().startsWith(site.origin)) referrers.push(request.headers().referer)
    })
    await host.goto(`http://127.0.0.1:${foreign.port}/`)
    const pictures = host.locator('img')
    for (const picture of await pictures.all()) {
      await picture.evaluate((image: HTMLImageElement) => image.decode())
      expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(200)
    }
    expect(await pictures.count()).toBe(3)
    const frames = host.frames().filter((frame) => frame.url().startsWith(site.origin))
    expect(frames.length).toBe(2)
    for (const frame of frames) {
      await frame.getByRole('heading', { level: 1, name: /^Accredited events/ }).waitFor()
      await expectAccessible(frame)
      expect(await frame.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    }
    expect(await context.cookies()).toEqual([])
    expect(referrers.filter(Boolean)).toEqual([])
    const [first] = frames
    await first!.getByRole('listitem').getByRole('link').first().click()
    await host.waitForURL(`${site.origin}/events/*`)
    await context.close()
  }
})

test('no other page of ours shows in a frame of another site', async () => {
  html = `<iframe src="${site.origin}/badge/${number}"></iframe>`
  const { page, close } = await visit(browser, `http://127.0.0.1:${foreign.port}`)
  await page.goto('/')
  await page.waitForTimeout(500)
  // What the browser itself says there has a heading too, in one of the two browsers that the tests run in.
  expect(await page.frames()[1]!.locator('[data-page-heading], main').count()).toBe(0)
  await close()
})
