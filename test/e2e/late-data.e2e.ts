import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright'
import { launchBrowser } from '../browser.ts'
import { openTestSite, type TestSite } from '../site.ts'
import { visit } from './visit.ts'

// A document can arrive more slowly than the scripts that a browser has kept from the visit before. A script that runs before the page's
// data is there finds half of it, and the page stays dead.

const heldMs = 1000
let site: TestSite
let browser: Browser
let line: ReturnType<typeof holdDocuments>
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openTestSite(), launchBrowser()])
  line = holdDocuments(site.origin)
})
afterAll(async () => {
  await browser?.close()
  await line?.stop()
  await site?.close()
})

const pages = [
  '/',
  '/listings',
  '/events',
  '/database',
  '/api',
  '/apply-accreditation',
  '/press',
  '/webinar',
  '/awards',
  '/about',
  '/privacy',
  '/partners',
]

test.each(pages)('%s comes alive though its data arrives a second after its scripts', async (path) => {
  const { page, problems, close } = await visit(browser, line.origin)
  const alive = page.locator('html[data-hydrated]')
  line.release()
  await page.goto(path)
  await alive.waitFor({ state: 'attached' })
  line.hold()
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator('footer').waitFor({ state: 'attached' })
  // The test holds what it means to hold: the page is there, its data is not.
  expect(await page.locator('#page-data').count()).toBe(0)
  await page.locator('#page-data').waitFor({ state: 'attached' })
  await alive.waitFor({ state: 'attached', timeout: 5000 }).catch(() => {})
  expect(problems).toEqual([])
  expect(await alive.count()).toBe(1)
  await close()
})

/** The site behind a line that, while it is told to, keeps back each document's bytes just before its data. */
function holdDocuments(origin: string) {
  let isHolding = false
  const server = Bun.serve({
    port: 0,
    hostname: 'localhost',
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      const headers = new Headers(request.headers)
      const isDocument = headers.get('accept')?.startsWith('text/html')
      if (isDocument) {
        headers.set('accept-encoding', 'identity')
        // The document itself always comes over the line.
        headers.delete('if-none-match')
      }
      const answer = await fetch(origin + pathname + search, { headers, redirect: 'manual', decompress: false })
      if (!isDocument || !isHolding) return answer
      const html = await answer.text()
      const at = html.indexOf('<script id="page-data"')
      const parts = [html.slice(0, at), html.slice(at)]
      const body = new ReadableStream<string>({
        async pull(controller) {
          controller.enqueue(parts.shift()!)
          if (parts.length === 0) return controller.close()
          await Bun.sleep(heldMs)
        },
      })
      return new Response(body.pipeThrough(new TextEncoderStream()), { headers: answer.headers })
    },
  })
  return {
    origin: `http://localhost:${server.port}`,
    hold: () => {
      isHolding = true
    },
    release: () => {
      isHolding = false
    },
    stop: () => server.stop(true),
  }
}
