import type { createStore } from 'jotai'
import { flushSync } from 'react-dom'
import { pageAt, pages } from '#pages.ts'
import { pageModules } from '#shell/page-modules.ts'
import { loadPlace, movingAtom, type PageRedirect, type PageState, type Place, placeAtom } from '#shell/place.ts'
import { type Move, mayLeaveAtom, type SentForm } from '#ui/moves.ts'
import { isReachable, noConnection } from '#ui/no-connection.ts'
import { toastAtom } from '#ui/toast.tsx'

/** Milliseconds until a move counts as slow: it is said, and a skeleton takes the place of another path's page. */
const slowMs = 400

type Entry = { key: number }

/**
 * Moves between pages without a full load: the same address with `accept: application/json`, its chunk beside it, then one render.
 * Another path begins at the top, with the focus on its heading; another page of the same list (`from-start`) at the list's beginning
 * (`data-list-start`); any other change of the query stays where it was; back and forward return to where the person was.
 * What fails ends in an ordinary load, as does a move into or out of the admin area. Where the server cannot be reached, the page stays.
 */
export function createNavigation(store: ReturnType<typeof createStore>): Move {
  let latest = 0
  let sending: Promise<unknown> = Promise.resolve()
  let key = (history.state as Entry | null)?.key ?? Date.now()
  history.replaceState({ key } satisfies Entry, '')
  history.scrollRestoration = 'manual'
  const restored = scrollOf(key)
  if (restored) scrollTo({ top: restored, behavior: 'instant' })

  window.addEventListener('pagehide', () => rememberScroll(key))
  window.addEventListener('popstate', (event: PopStateEvent) => {
    const next = (event.state as Entry | null)?.key
    if (next === undefined || next === key) return
    const left = key
    // The address has moved on already, in a direction that we do not know: the page is put in front again.
    const stay = () => {
      key = left
      history.pushState({ key } satisfies Entry, '', store.get(placeAtom)!.state.url)
    }
    if (!mayLeave()) return stay()
    rememberScroll(key)
    key = next
    const arriveAt = (place: Place) => {
      show(place)
      scrollTo({ top: scrollOf(next) ?? 0, behavior: 'instant' })
    }
    void move(location.pathname + location.search, arriveAt, { stay })
  })

  return (to, options = {}) => {
    const target = new URL(to, location.href)
    const here = new URL(location.href)
    if (target.origin !== here.origin) return location.assign(target)
    const samePage = target.pathname === here.pathname && target.search === here.search
    if (samePage && target.hash) return location.assign(target)
    const sent = typeof options.state === 'object' ? options.state : undefined
    if (!sent && options.state !== 'refresh' && !mayLeave()) return
    // Now, because a skeleton is shorter than the page and moves it.
    rememberScroll(key)
    const arriveAt = (place: Place) => {
      const address = place.state.url + target.hash
      const stays = sent ? place.state.url === here.pathname + here.search : samePage
      if (!options.replace) key = Date.now()
      if (options.replace || stays) history.replaceState({ key } satisfies Entry, '', address)
      else history.pushState({ key } satisfies Entry, '', address)
      show(place)
      const part = target.hash && document.getElementById(decodeURIComponent(target.hash.slice(1)))
      if (part) part.scrollIntoView()
      else if (target.pathname !== here.pathname) arriveAtTop()
      else if (options.state === 'from-start') arriveAtList()
    }
    const url = target.pathname + target.search
    if (sent) sending = Promise.all([sending, send(url, sent, arriveAt)])
    else if (samePage && options.state === 'refresh') void lookAgain(url, arriveAt)
    else void move(url, arriveAt)
  }

  /** Waits for a form that is being sent: a page that was read before the form arrived would replace its answer. */
  async function lookAgain(url: string, arriveAt: (place: Place) => void) {
    await sending
    if (location.pathname + location.search === url) await move(url, arriveAt, { looksAgain: true })
  }

  function mayLeave(): boolean {
    return store.get(mayLeaveAtom)?.ask() ?? true
  }

  async function send(url: string, { form, ended }: SentForm, arriveAt: (place: Place) => void) {
    const mine = ++latest
    try {
      const place = await fetchPlace(url, form)
      // Being led to another page, such as the sign-in, would lose what is typed on this one.
      if (place.state.page !== store.get(placeAtom)?.state.page) return ended(false)
      if (mine === latest) arriveAt(place)
      ended(true)
    } catch {
      ended(false)
    }
  }

  async function move(url: string, arriveAt: (place: Place) => void, { looksAgain = false, stay = () => {} } = {}) {
    const mine = ++latest
    const slow = setTimeout(() => mine === latest && !looksAgain && store.set(movingAtom, url), slowMs)
    try {
      const place = await fetchPlace(url)
      if (mine !== latest) return
      if (hasOtherStyles(place)) location.assign(url)
      else arriveAt(place)
    } catch {
      if (mine !== latest || looksAgain) return
      const reached = await isReachable()
      if (mine !== latest) return
      if (reached) return location.assign(url)
      stay()
      store.set(toastAtom, noConnection)
    } finally {
      clearTimeout(slow)
      if (mine === latest) store.set(movingAtom, null)
    }
  }

  /** The admin area has a stylesheet of its own: the way in and the way out load the document. */
  function hasOtherStyles({ admin }: Place): boolean {
    return (admin === null) !== (store.get(placeAtom)?.admin === null)
  }

  function show(place: Place) {
    flushSync(() => store.set(placeAtom, place))
  }
}

async function fetchPlace(url: string, form?: URLSearchParams, hops = 0): Promise<Place> {
  // The page's module loads beside the answer, which has the last word.
  const match = pageAt(pages, url.split('?')[0]!)
  if (match) pageModules[match.page]().catch(() => {})
  const headers = { accept: 'application/json' }
  const response = await fetch(url, form ? { method: 'POST', headers, body: form } : { headers })
  if (!response.headers.get('content-type')?.startsWith('application/json')) throw new Error('not a page of ours')
  const answer = (await response.json()) as PageState | PageRedirect
  if ('redirect' in answer) {
    const target = new URL(answer.redirect, location.href)
    if (target.origin !== location.origin || hops > 4) throw new Error('leads elsewhere')
    return fetchPlace(target.pathname + target.search, undefined, hops + 1)
  }
  return await loadPlace(answer)
}

function arriveAtTop() {
  scrollTo({ top: 0, behavior: behavior() })
  document.querySelector<HTMLElement>('[data-page-heading]')?.focus({ preventScroll: true })
}

function arriveAtList() {
  const start = document.querySelector<HTMLElement>('[data-list-start]')
  if (!start) return arriveAtTop()
  start.scrollIntoView({ behavior: behavior() })
  start.focus({ preventScroll: true })
}

function behavior(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
}

function rememberScroll(key: number) {
  try {
    sessionStorage.setItem(`scroll:${key}`, String(Math.round(scrollY)))
  } catch {
    // Storage may be closed to us; then Back starts at the top.
  }
}

function scrollOf(key: number): number | null {
  try {
    const value = sessionStorage.getItem(`scroll:${key}`)
    return value === null ? null : Number(value)
  } catch {
    return null
  }
}

/** Takes every press in the document on a link to a page of the site. A component's own handler comes before it. */
export function followLinks(move: Move): (event: MouseEvent) => void {
  return (event) => {
    const link = linkToPage(event)
    if (!link || event.defaultPrevented) return
    event.preventDefault()
    // To another page of the same list, which is shown from its beginning.
    const isOfList = link.closest('[data-list-pages]') !== null
    move(link.getAttribute('href')!, isOfList ? { state: 'from-start' } : {})
  }
}

function linkToPage(event: MouseEvent): Element | null {
  const link = (event.target as Element).closest('a')
  const href = link?.getAttribute('href')
  if (!link || !href?.startsWith('/') || link.hasAttribute('target') || link.hasAttribute('download')) return null
  // A press that asks for a new tab or window is the browser's.
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return null
  const path = href.replace(/[?#].*/, '')
  const isPage = pageAt(pages, path) !== null || adminPath.test(path)
  return isPage && !fileName.test(path) ? link : null
}

/** Of files beside pages, such as `/events/summer-fair.ics`. (A signed link may end in a dot and letters, too.) */
const fileName = /\.(?:ics|json|png|rss|svg)$/
/** The admin area's own table of pages is not loaded for visitors. */
const adminPath = /^\/(?:admin|review)(?:\/|$)/
