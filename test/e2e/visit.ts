import { expect } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright'
import { projectRoot } from '#process/project-root.ts'
import { signInAdmin } from '../sign-in.ts'
import type { TestSite } from '../site.ts'

/** The two widths that every journey is tried on. */
const widths = { phone: { width: 375, height: 740 }, desktop: { width: 1280, height: 900 } } as const
export type Width = keyof typeof widths

export type Visit = {
  page: Page
  context: BrowserContext
  /** Problems that the browser has reported: errors in scripts, refused resources, hydration that did not fit. */
  problems: string[]
  close: () => Promise<void>
}

type VisitOptions = { width?: Width; theme?: 'light' | 'dark'; javaScript?: boolean }

/** A visitor with a browser profile of their own. Times out in 15 seconds at each step. */
export async function visit(browser: Browser, origin: string, options: VisitOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: widths[options.width ?? 'desktop'],
    javaScriptEnabled: options.javaScript ?? true,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  })
  context.setDefaultTimeout(15_000)
  if (options.theme === 'dark') await context.addInitScript(() => localStorage.setItem('theme', 'dark'))
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (problem) => problems.push(`script: ${problem.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(`console: ${message.text()}`)
  })
  return { page, context, problems, close }

  /** What a test has held back and is still on its way then fails no test. */
  async function close() {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
}

/** Signs an admin in without the form, which people.e2e.ts tries. */
export async function signIn(page: Page, site: TestSite, credentials = site.admin): Promise<void> {
  const cookies = await signInAdmin(site, credentials)
  const named = cookies.split('; ').map((cookie) => {
    const [name, ...value] = cookie.split('=')
    return { name: name!, value: value.join('='), url: site.origin }
  })
  await page.context().addCookies(named)
}

/** Opens an address and waits until its page is hydrated. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await started(page)
}

/** Waits until the page is hydrated: a press before would be the browser's own, and send a form without the page. Without a script there is nothing to wait for. */
export async function started(page: Page): Promise<void> {
  if (await page.evaluate(() => matchMedia('(scripting: none)').matches)) return
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
}

/** Headers and footers that axe has looked at: half of most pages, and the same on each. */
const seenFrames = new Set<string>()

/** The rules that look at how a page is painted: in its colours, at its width, and what is hidden then. The others look at its document. */
const paintedRules = [
  'color-contrast',
  'link-in-text-block',
  'target-size',
  'scrollable-region-focusable',
  'label',
  'button-name',
  'link-name',
  'select-name',
  'summary-name',
  'image-alt',
  'aria-hidden-focus',
  'heading-order',
]

/**
 * Fails with what axe finds against WCAG 2.2 AA, in words. The page's frames are left out; each can be given by itself. A header and a footer
 * that were looked at before in this width and theme are left out too.
 *
 * @param look.again for a document that was looked at whole, in another width or theme: the rules of painting alone.
 */
export async function expectAccessible(page: Pick<Page, 'evaluate'>, look: { again?: boolean } = {}): Promise<void> {
  await loadAxe(page)
  const parts = ['body > header', 'body > footer']
  const frame = await page.evaluate((parts) => {
    const { dataset } = document.documentElement
    const looks = [innerWidth, JSON.stringify(dataset), matchMedia('(prefers-color-scheme: dark)').matches]
    return [
      ...looks,
      ...parts.map((part) => document.querySelector(part)?.outerHTML.replaceAll(' aria-current="page"', '')),
    ].join()
  }, parts)
  const found = await page.evaluate(
    async ({ exclude, rules }) => {
      // Half faded in, text has other colours than those that are read.
      for (const animation of document.getAnimations())
        if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const { violations } = await axe.run(
        { exclude },
        {
          runOnly: rules
            ? { type: 'rule', values: rules }
            : ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
          iframes: false,
        },
      )
      return violations.flatMap((violation) =>
        violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
      )
    },
    { exclude: seenFrames.has(frame) ? parts : [], rules: look.again ? paintedRules : null },
  )
  expect(found).toEqual([])
  seenFrames.add(frame)
}

/** Once for each document: it is a megabyte and a half. */
export async function loadAxe(page: Pick<Page, 'evaluate'>): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
}

/** Fails when the page is wider than the window, and stays so: a window that was just resized takes a moment on a busy machine. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await page
    .waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth, null, { timeout: 3000 })
    .catch(() => {})
  const over = await page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth))
  expect({ at: page.url(), over }).toEqual({ at: page.url(), over: 0 })
}

/** Paints a page that is there in another theme, as its own control does: at once, colours that would change in a while too. */
export async function paintIn(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((theme) => {
    document.documentElement.dataset.theme = theme
    for (const animation of document.getAnimations()) animation.finish()
  }, theme)
}

/** Keeps a picture of the page in `test/e2e/.results`, for looking at, where E2E_PICTURES is set: they take a while. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!process.env.E2E_PICTURES) return
  const folder = join(projectRoot, 'test/e2e/.results')
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}

/** Follows a link of the footer: on a phone it may be in a part that is folded. */
export async function followFooter(page: Page, name: string | RegExp): Promise<void> {
  const footer = page.getByRole('contentinfo')
  const link = page.getByRole('link', { name, includeHidden: true })
  const ours = footer.locator(link).first()
  if (!(await ours.isVisible())) await footer.locator('details', { has: link }).first().locator('summary').click()
  await ours.click()
}

/** Follows a link of the admin area's bar: opens its menu first. */
export async function followMenu(page: Page, group: string, label: string): Promise<void> {
  const bar = page.getByRole('banner')
  await page.locator('header summary').filter({ hasText: group }).locator('visible=true').click()
  await bar.getByRole('link', { name: label, exact: true }).locator('visible=true').click()
}
