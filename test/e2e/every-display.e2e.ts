import { beforeAll, expect, test } from 'bun:test'
import axe from 'axe-core'
import type { Page } from 'playwright'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { publicPaths } from './public-paths.ts'
import { visit } from './visit.ts'

let paths: string[]
const [site, browser] = await Promise.all([siteOfFile(), browserOfFile({ looks: true })])
beforeAll(async () => {
  const [ended] = await site.sql`select slug from register_entries where status = 'suspended' limit 1`
  const more = ['/listings?q=zzzz', '/my-applications', '/access', `/events/${ended!.slug}`]
  paths = [...(await publicPaths(site)), ...more]
})

test('every page fits 320 px and text of twice the size, is read in forced colours and in print, and nothing moves by itself', async () => {
  const { page, problems, close } = await visit(browser, site.origin, { width: 'phone' })
  const session = await page.context().newCDPSession(page)
  // As on a slow line: fonts and pictures come after the first painting.
  await page.route(/\.(woff2|svg|png|webp)$/, async (route) => {
    await Bun.sleep(150)
    await route.continue()
  })
  const found: string[] = []
  const note = (path: string, how: string, what: string[]) =>
    found.push(...what.map((each) => `${path}, ${how}: ${each}`))
  for (const path of paths) {
    await page.emulateMedia({ media: 'screen', forcedColors: 'none' })
    await page.setViewportSize({ width: 320, height: 700 })
    // The page before is back from paper: what comes late of that would move the next one.
    await page.waitForFunction(() => matchMedia('screen').matches && innerWidth === 320)
    await page.goto(path)
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
    note(path, '320 px', await findCutOff(page))
    note(path, 'layout', await findShifts(page))
    await page.setViewportSize({ width: 640, height: 700 })
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
    await page.waitForFunction(() => getComputedStyle(document.documentElement).fontSize === '32px')
    note(path, 'text of 200%', await findCutOff(page))
    await session.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
    await page.emulateMedia({ forcedColors: 'active' })
    note(path, 'forced colours', await findInForcedColours(page))
    // As wide as an A4 page between its margins.
    await page.setViewportSize({ width: 657, height: 900 })
    await page.emulateMedia({ media: 'print', forcedColors: 'none' })
    note(path, 'print', [...(await findCutOff(page)), ...(await findPale(page))])
  }
  expect(found).toEqual([])
  expect(problems).toEqual([])
  await close()
}, 240_000)

test('without a script every page is read, and every form of it is taken by the server', async () => {
  const { page, close } = await visit(browser, site.origin, { width: 'phone', javaScript: false })
  const sent = new Set<string>()
  const refused: string[] = []
  for (const path of paths) {
    await page.goto(path)
    expect(await page.locator('h1').first().isVisible()).toBe(true)
    expect((await page.getByRole('main').getByText(/\w/).allTextContents()).join('').length).toBeGreaterThan(80)
    expect(await page.locator('.needs-script').locator('visible=true').count()).toBe(0)
    for (const { method, action, fields, isSendable } of await formsOf(page)) {
      const form = `${method} ${new URL(action).pathname}`
      if (sent.has(form)) continue
      sent.add(form)
      const body = new URLSearchParams(fields)
      const headers = { accept: 'text/html', origin: site.origin }
      const answer =
        method === 'get'
          ? await fetch(`${action.split('?')[0]}?${body}`, { headers })
          : await fetch(action, { method, headers, body, redirect: 'manual' })
      // Empty as it is, a form is answered by its page with what is missing, or leads on.
      if (!isSendable || ![200, 303, 422].includes(answer.status)) refused.push(`${path}, ${form}: ${answer.status}`)
    }
  }
  expect(sent.size).toBeGreaterThan(8)
  expect(refused).toEqual([])
  await close()
}, 120_000)

async function formsOf(page: Page) {
  return await page.evaluate(() =>
    [...document.forms].map((form) => ({
      method: form.method,
      action: form.action.split('#')[0]!,
      fields: [...new FormData(form)].map(([name, value]) => [name, String(value)]),
      isSendable: form.querySelector('button:not([type="button"])') !== null,
    })),
  )
}

/** Text that leaves the window, or the box that hides what leaves it. Boxes that scroll, and text for screen readers alone, are left out. */
async function findCutOff(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const found = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    while (walker.nextNode()) {
      const text = walker.currentNode
      const element = text.parentElement!
      if (!text.textContent!.trim() || !element.checkVisibility({ visibilityProperty: true })) continue
      range.selectNodeContents(text)
      const box = range.getBoundingClientRect()
      if (box.width === 0) continue
      const words = `${element.tagName.toLowerCase()} “${text.textContent!.trim().slice(0, 40)}”`
      let scrolls = false
      for (let around: Element | null = element; around && around !== document.body; around = around.parentElement) {
        const { overflowX, overflowY, clipPath, webkitLineClamp } = getComputedStyle(around)
        // A first line or two of what stands whole on another page ends in dots.
        if (webkitLineClamp !== 'none') scrolls = true
        const outer = around.getBoundingClientRect()
        if (clipPath !== 'none' || outer.width <= 1) scrolls = true
        if (/auto|scroll/.test(overflowX + overflowY)) scrolls = true
        if (scrolls) break
        const cutX = /hidden|clip/.test(overflowX) && (box.right > outer.right + 1 || box.left < outer.left - 1)
        const cutY = /hidden|clip/.test(overflowY) && (box.bottom > outer.bottom + 2 || box.top < outer.top - 2)
        if (cutX || cutY) found.add(`cut off: ${words}`)
      }
      if (!scrolls && (box.right > window.innerWidth + 1 || box.left < -1)) found.add(`outside: ${words}`)
    }
    if (document.documentElement.scrollWidth > window.innerWidth) found.add('scrolls sideways')
    return [...found]
  })
}

/** Layout Instability API: what has moved in the window without anybody's doing. */
type LayoutShift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** What has moved while the page came, and motion that goes on without end although none was asked for. */
async function findShifts(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<string[]>()
    const found: string[] = []
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value, startTime, sources } of list.getEntries() as LayoutShift[]) {
        if (hadRecentInput) continue
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.nodeName} "${node?.textContent?.slice(0, 40)}" ${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}`,
        )
        found.push(`shift of ${value} after ${startTime} ms: ${moved.join(', ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve([...found, ...document.getAnimations().map(() => 'an animation runs')]), 250)
    return promise
  })
}

/** The rules of axe that look at how a page is painted; the others find in forced colours what they find without (every-page.e2e.ts). */
const paintedRules = [
  'link-in-text-block',
  'target-size',
  'scrollable-region-focusable',
  'label',
  'button-name',
  'link-name',
]

/** What axe finds, and text that keeps colours of ours. Contrast is the browser's matter then, and axe sees grounds that are not painted. */
async function findInForcedColours(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return await page.evaluate(async (paintedRules) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run(document, {
      runOnly: { type: 'rule', values: paintedRules },
      iframes: false,
    })
    const ours = [...document.querySelectorAll('body *')].filter(
      (element) =>
        getComputedStyle(element).forcedColorAdjust === 'none' &&
        element.textContent?.trim() &&
        !element.closest('svg'),
    )
    return [
      ...violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`)),
      ...ours.map((element) => `keeps its colours: ${element.outerHTML.slice(0, 80)}`),
    ]
  }, paintedRules)
}

/** Text that is too pale for white paper: printers leave grounds out. */
async function findPale(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const found = new Set<string>()
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
    const luminance = (colour: string) => {
      canvas.fillStyle = '#fff'
      canvas.fillRect(0, 0, 1, 1)
      canvas.fillStyle = colour
      canvas.fillRect(0, 0, 1, 1)
      const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => {
        const share = part / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement!
      const text = walker.currentNode.textContent!.trim()
      if (!text || !element.checkVisibility({ visibilityProperty: true })) continue
      const { color, printColorAdjust } = getComputedStyle(element)
      if (printColorAdjust === 'exact') continue
      const contrast = 1.05 / (luminance(color) + 0.05)
      if (contrast < 4.5)
        found.add(`pale (${contrast.toFixed(1)}): ${element.tagName.toLowerCase()} “${text.slice(0, 40)}”`)
    }
    return [...found]
  })
}
