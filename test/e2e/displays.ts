import type { Page } from 'playwright'
import { loadAxe } from './visit.ts'

// What the browser makes of a page in each of its ways to show it: narrow, with large text, in forced colours, on paper.

/** Text that leaves the window, or the box that hides what leaves it. Boxes that scroll, and text for screen readers alone, are left out. */
export async function findCutOff(page: Page): Promise<string[]> {
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
export async function findShifts(page: Page): Promise<string[]> {
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

/** The rules of axe that look at how a page is painted; the others find in forced colours what they find without. */
const paintedRules = [
  'link-in-text-block',
  'target-size',
  'scrollable-region-focusable',
  'label',
  'button-name',
  'link-name',
]

/** What axe finds, and text that keeps colours of ours. Contrast is the browser's matter then, and axe sees grounds that are not painted. */
export async function findInForcedColours(page: Page): Promise<string[]> {
  await loadAxe(page)
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
export async function findPale(page: Page): Promise<string[]> {
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
