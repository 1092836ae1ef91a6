import type { Page } from 'playwright'

/** What a page shows of a press: the same is read from a page without a script. */
export type Outcome = {
  /** Path, query and fragment. */
  address: string
  /** Whether the press has loaded a document. */
  loaded: boolean
  /** The names of what is unfolded. */
  unfolded: string[]
  /** Whether a menu lies over the page. */
  menu: boolean
  /** The title of the modal dialog. */
  dialog: string | null
  /** How many mistakes of a form are said. */
  problems: number
  theme: string | undefined
}

/** To be called before the press. */
export async function markDocument(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { isMarked: true }))
}

export async function readOutcome(page: Page): Promise<Outcome> {
  return await page.evaluate(() => {
    const text = (element: Element | null | undefined) => element?.textContent?.trim() ?? null
    return {
      address: location.pathname + location.search + location.hash,
      loaded: !('isMarked' in window),
      unfolded: [...document.querySelectorAll('details[open] > summary')].map((summary) => text(summary)!),
      menu: document.querySelector(':popover-open') !== null,
      dialog: text(document.querySelector('dialog:modal h2')),
      problems: document.querySelectorAll('[role="alert"] li').length,
      theme: document.documentElement.dataset.theme,
    }
  })
}
