import type { Browser, BrowserContext, Page } from 'playwright'
import { launchBrowser } from '../browser.ts'
import { stopTestServer } from '../database.ts'
import { markDocument, type Outcome, readOutcome } from '../e2e/press-control.ts'
import { publicPaths } from '../e2e/public-paths.ts'
import { openTestSite } from '../site.ts'

// `bun run drill:presses [PATH…]`: presses every control of every public page, or of the given ones, 0, 300 and 1,500 ms after the first paint on a slow
// line, and says what came of it: what the press does without a script, what it does on a page that is hydrated, or something else, which is a
// fault. Of controls that are alike (the cards of a list, header and footer) the first is pressed. Prints a table, and ends with 1 where there was a
// fault. It needs the browser build (`bun run build`) and takes about twenty minutes.

const moments = [0, 300, 1500]
/** As a phone has it in the country: 1.6 Mbit/s, and 150 ms there and back. */
const slowLine = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 }
const lanes = 4
/** A page on the slow line shows by then what came of a press, in milliseconds. */
const patience = 20_000
/** All presses of one control. */
const patienceOfAll = 180_000

/** What stands there for browsers without a script only is nothing that the others could press. */
const selector = ':is(a[href], button, summary, input:not([type="hidden"]), select, textarea):not(noscript *)'

type Control = { index: number; name: string; shape: string }
/** With what the control itself holds then. */
type Result = Outcome & { held: string }
type Verdict = 'either' | 'without' | 'scripted' | 'else'

const site = await openTestSite()
const browser = await launchBrowser()
const asked = process.argv.slice(2)
const paths = asked.length > 0 ? asked : await publicPaths(site)
const seen = new Set<string>()
const rows: string[] = []
const faults: string[] = []
for (const path of paths) await drill(path)
await browser.close()
await site.close()
await stopTestServer()

const heading = moments.map((ms) => `after ${ms} ms: as without a script / as hydrated / either / else`)
console.info(`| page | controls | ${heading.join(' | ')} |\n| --- | --- | ${moments.map(() => '---').join(' | ')} |`)
for (const row of rows) console.info(row)
console.info(faults.length > 0 ? `\n${faults.join('\n')}` : '\nNo press did anything else.')
process.exit(faults.length > 0 ? 1 : 0)

async function drill(path: string): Promise<void> {
  const controls = await newControls(path)
  const counts = moments.map(() => ({ without: 0, scripted: 0, either: 0, else: 0 }))
  const left = [...controls]
  const work = async () => {
    for (let control = left.shift(); control; control = left.shift()) {
      try {
        const late = Bun.sleep(patienceOfAll).then(() => Promise.reject(new Error('it took too long')))
        await Promise.race([pressOften(path, control, counts), late])
      } catch (problem) {
        faults.push(`${path}, ${control.name} could not be pressed: ${problem}`)
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, work))
  const cells = counts.map((count) => `${count.without} / ${count.scripted} / ${count.either} / ${count.else}`)
  rows.push(`| ${path} | ${controls.length} | ${cells.join(' | ')} |`)
  console.info(rows.at(-1))
}

async function pressOften(path: string, control: Control, counts: Record<Verdict, number>[]): Promise<void> {
  const without = await press(path, control, { javaScript: false })
  const scripted = await press(path, control, {})
  for (const [index, ms] of moments.entries()) {
    const { verdict, result } = await pressAt(path, control, ms, { without, scripted })
    counts[index]![verdict]++
    if (verdict !== 'else') continue
    const fault = `${path}, ${control.name}, after ${ms} ms: ${JSON.stringify({ without, scripted, result })}`
    console.info(fault)
    faults.push(fault)
  }
}

/** The controls of a page that are like none of an earlier page's, nor of its own. */
async function newControls(path: string): Promise<Control[]> {
  return await onPage(browser, {}, async (page) => {
    await page.goto(path)
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
    const all = await page.evaluate((selector) => {
      const controls = [...document.querySelectorAll<HTMLElement>(selector)]
      return controls.flatMap((control, index) => {
        const href = control.getAttribute('href')
        const isElsewhere = href !== null && (!/^[/?#]/.test(href) || control.hasAttribute('target'))
        if (isElsewhere || control.hasAttribute('download') || !control.checkVisibility()) return []
        const part = control.closest('header, footer, main')?.localName
        const { type, name } = control as HTMLInputElement
        const like = [
          control.localName,
          type,
          name,
          control.className,
          href?.replace(/[^/?=&]*\d[^/?=&]*|(?<=\/\w+\/)[^/?]+/g, '*'),
        ]
        const text = (control.textContent?.trim() || control.id).slice(0, 40)
        return [{ index, name: `${control.localName} "${text}"`, shape: JSON.stringify([part, ...like]), part }]
      })
    }, selector)
    return all.filter(({ shape, part }) => {
      const key = part === 'main' ? `${path} ${shape}` : shape
      return !seen.has(key) && seen.add(key)
    })
  })
}

/** Runs in the page: presses a link or a button, types into a field, chooses an option. */
function usePart({ selector, index }: { selector: string; index: number }): void {
  const control = document.querySelectorAll<HTMLElement | SVGElement>(selector)[index]!
  if (control instanceof HTMLSelectElement) {
    control.selectedIndex = control.options.length - 1
    for (const event of ['input', 'change']) control.dispatchEvent(new Event(event, { bubbles: true }))
  } else if (control.matches('textarea, input:not([type="radio"], [type="checkbox"], [type="file"], [type="date"])')) {
    control.focus()
    document.execCommand('insertText', false, 'fair')
    // A link of the map, which is a drawing, has no `click()`.
  } else control.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
}

/** Runs in the page, as its first script: does it once, so many milliseconds after the first paint. */
function afterPaint(act: () => void, ms: number): void {
  if (sessionStorage.getItem('pressed')) return
  new PerformanceObserver((_, observer) => {
    observer.disconnect()
    setTimeout(() => {
      sessionStorage.setItem('pressed', 'yes')
      Object.assign(window, { isMarked: true })
      act()
    }, ms)
  }).observe({ type: 'paint', buffered: true })
}

/** What a press does on a quick line: on a page that is hydrated, or on one without a script. */
async function press(path: string, { index }: Control, options: { javaScript?: boolean }): Promise<Result> {
  return await onPage(browser, options, async (page) => {
    await page.goto(path)
    if (options.javaScript !== false) await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
    await markDocument(page)
    await page.evaluate(usePart, { selector, index })
    await page.waitForTimeout(1500)
    return await readResult(page, index)
  })
}

async function pressAt(
  path: string,
  { index }: Control,
  ms: number,
  expected: { without: Result; scripted: Result },
): Promise<{ verdict: Verdict; result: Result | null }> {
  return await onPage(browser, {}, async (page, context) => {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.emulateNetworkConditions', slowLine)
    await page.addInitScript(`(${afterPaint})(() => (${usePart})(${JSON.stringify({ selector, index })}), ${ms})`)
    await page.goto(path, { waitUntil: 'commit' })
    let result: Result | null = null
    let verdict: Verdict = 'else'
    for (const end = Date.now() + patience; Date.now() < end; await Bun.sleep(300)) {
      // What is told to the page once it is hydrated counts too.
      const isDone = await page
        .evaluate(() => {
          const isPage = document.contentType === 'text/html'
          return (
            sessionStorage.getItem('pressed') !== null && (!isPage || 'hydrated' in document.documentElement.dataset)
          )
        })
        .catch(() => false)
      if (!isDone) continue
      await page.waitForTimeout(300)
      result = await readResult(page, index).catch(() => null)
      verdict = result ? judge(result, expected) : 'else'
      if (verdict !== 'else') break
    }
    return { verdict, result }
  })
}

function judge(result: Result, { without, scripted }: { without: Result; scripted: Result }): Verdict {
  // What a link leads to without a script may be shown as a dialog once that page is hydrated, the same as where it was pressed with one.
  const isDialogOfNext = result.loaded && result.dialog === scripted.dialog
  const isWithout = Bun.deepEquals(isDialogOfNext ? { ...result, dialog: without.dialog } : result, without)
  const isScripted = Bun.deepEquals(result, scripted)
  if (isWithout && isScripted) return 'either'
  if (isWithout) return 'without'
  return isScripted ? 'scripted' : 'else'
}

async function readResult(page: Page, index: number): Promise<Result> {
  const outcome = await readOutcome(page)
  const held = await page.evaluate(
    ({ selector, index }) => {
      if ((window as { isMarked?: true }).isMarked === undefined) return ''
      const { value, checked } = (document.querySelectorAll(selector)[index] ?? {}) as HTMLInputElement
      return `${value ?? ''} ${checked ?? ''}`
    },
    { selector, index },
  )
  return { ...outcome, held }
}

async function onPage<Answer>(
  browser: Browser,
  { javaScript = true }: { javaScript?: boolean },
  use: (page: Page, context: BrowserContext) => Promise<Answer>,
): Promise<Answer> {
  const context = await browser.newContext({
    baseURL: site.origin,
    javaScriptEnabled: javaScript,
    reducedMotion: 'reduce',
    acceptDownloads: false,
    viewport: { width: 1280, height: 900 },
  })
  context.setDefaultTimeout(30_000)
  try {
    return await use(await context.newPage(), context)
  } finally {
    await context.close()
  }
}
