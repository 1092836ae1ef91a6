import type { PageModule } from '#shell/place.ts'
import { isReachable } from '#ui/no-connection.ts'
import type { PageWaits } from '#wire/page.ts'
import { changedIn, noteTyped } from './tell-typed.ts'

const uses = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'input', 'click', 'submit'] as const
/** What may listen. A pointer that comes near is in time for the press. */
const listening = 'form, button, details'
/** What a press does without the page's script. A move to the page's own path has it started (navigate.ts). */
const native = 'a, label, input, select, textarea, summary, [popovertarget], button:not([type="button"])'

/**
 * A page whose script is loaded when it is first used, and not with its document: until then it is the plain page of a browser without
 * scripts. Nothing is lost meanwhile: what was typed is told to the page when it has started, a press or a form that was sent goes to
 * it then, and links are followed as on every page. Where the script cannot be loaded, the browser sends the form itself; where the
 * server cannot be reached, the page stays as it is, and its script is asked for again at the next use.
 *
 * @param load the page's module. @param follow follows the link that was pressed, if one was (follow-links.ts).
 * @param onUnsent is told that what was pressed or sent came to nothing, because the server cannot be reached.
 * @returns `module` is kept once the page is used. `start` has it used now, and answers when React has taken it over, which
 * `onStart` is told of. `leave` ends the waiting, for another page is shown.
 */
export function startWhenUsed(
  { chunks, unlessKept, unlessSaved, atLatest }: PageWaits,
  load: () => Promise<PageModule>,
  follow: (event: MouseEvent) => void,
  onUnsent: () => void,
) {
  const main = document.getElementById('main')!
  let isLoading = false
  let repeat: (() => void) | null = null
  let tell = () => {}
  const module = Promise.withResolvers<PageModule>()
  const started = Promise.withResolvers<void>()
  // A page that nobody used may be left without ever having started.
  started.promise.catch(() => {})
  for (const name of uses) document.addEventListener(name, use, true)
  // What was typed before this script ran was a use; a dialog of the document is opened by its page.
  if (unlessKept?.some(isKept) || main.querySelector('dialog') || changedIn(main).length > 0) begin()
  else if (unlessSaved) void beginWhereSaved(unlessSaved)
  if (atLatest !== undefined) {
    setTimeout(begin, atLatest)
    addEventListener('pageshow', (event) => (event as PageTransitionEvent).persisted && begin())
  }
  return { module: module.promise, start, onStart, leave }

  function use(event: Event): void {
    const target = event.target as HTMLElement
    if (!target.closest?.('#main')) return
    if (event.type === 'submit') {
      event.preventDefault()
      const { submitter } = event as SubmitEvent
      repeat = () => (target as HTMLFormElement).requestSubmit(submitter)
    } else if (event.type === 'click') {
      follow(event as MouseEvent)
      if (target.closest(native)) return
      repeat = () => target.click()
    } else if (!target.closest(listening)) return
    // Where it sends a form, that is heard next.
    else if (target.role === 'combobox' && (event as KeyboardEvent).key === 'Enter') {
      repeat = () => target.dispatchEvent(new KeyboardEvent('keydown', event))
    }
    begin()
  }

  function start(): Promise<void> {
    begin()
    return started.promise
  }

  function begin(): void {
    if (isLoading) return
    isLoading = true
    for (const name of chunks) {
      const href = `/assets/${name}`
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    }
    load().then(
      (loaded) => {
        tell = noteTyped(main)
        module.resolve(loaded)
      },
      async (problem) => {
        if (await isReachable()) {
          started.reject(problem)
          leave()
          return repeat?.()
        }
        if (repeat) onUnsent()
        repeat = null
        isLoading = false
      },
    )
  }

  function onStart(): void {
    leave()
    tell()
    started.resolve()
    // Once the page has shown what it was told.
    if (repeat) setTimeout(repeat)
  }

  function leave(): void {
    for (const name of uses) document.removeEventListener(name, use, true)
  }

  async function beginWhereSaved(path: string): Promise<void> {
    const answer = await fetch(path).then(
      (response) => response.json(),
      () => null,
    )
    if (answer?.saved) begin()
  }
}

function isKept(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null || sessionStorage.getItem(key) !== null
  } catch {
    // Storage may be closed to us: then nothing was kept.
    return false
  }
}
