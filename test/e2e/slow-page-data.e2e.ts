import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright'
import { launchBrowser } from '../browser.ts'
import { openTestSite, type TestSite } from '../site.ts'
import { visit } from './visit.ts'

// A document can arrive more slowly than the scripts that a browser has kept from the visit before. A script that runs before the page's
// data is there finds half of it, and the page stays dead.

/** Time for a script that does not wait for the data to find half of it. */
const heldMs = 500
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

/** A page of cards, of a form, of a map and of text: all are sent in the same way. */
const pages = ['/listings', '/apply-accreditation', '/database', '/about']

test.each(pages)('%s comes alive though its data arrives half a second after its scripts', async (path) => {
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
  await Bun.sleep(heldMs)
  line.release()
  await page.locator('#page-data').waitFor({ state: 'attached' })
  await alive.waitFor({ state: 'attached', timeout: 5000 }).catch(() => {})
  expect(problems).toEqual([])
  expect(await alive.count()).toBe(1)
  await close()
})

/** The site behind a line that, while it is told to, keeps back each document's bytes just before its data. */
function holdDocuments(origin: string) {
  let released: PromiseWithResolvers<void> | null = null
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
      if (!isDocument || !released) return answer
      const html = await answer.text()
      const at = html.indexOf('<script id="page-data"')
      const { promise } = released
      const body = new ReadableStream<string>({
        async start(controller) {
          controller.enqueue(html.slice(0, at))
          await promise
          controller.enqueue(html.slice(at))
          controller.close()
        },
      })
      return new Response(body.pipeThrough(new TextEncoderStream()), { headers: answer.headers })
    },
  })
  return {
    origin: `http://localhost:${server.port}`,
    hold: () => {
      released = Promise.withResolvers()
    },
    release: () => {
      released?.resolve()
      released = null
    },
    stop: () => server.stop(true),
  }
}
