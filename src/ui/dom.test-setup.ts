import { afterAll, afterEach, beforeAll, beforeEach } from 'bun:test'
import { Window } from 'happy-dom'

/**
 * A document for component tests. All test files share one process, and servers, databases and payments are tested in it too: so
 * the document's globals are there only between a file's first and last test, and the names that those other tests live on
 * (fetch, Response, URL, timers) are never replaced.
 */
const names = [
  'window',
  'document',
  'navigator',
  'location',
  'history',
  'localStorage',
  'sessionStorage',
  'Node',
  'Element',
  'HTMLElement',
  'SVGElement',
  'HTMLInputElement',
  'HTMLTextAreaElement',
  'HTMLSelectElement',
  'HTMLIFrameElement',
  'DocumentFragment',
  'Event',
  'CustomEvent',
  'KeyboardEvent',
  'MouseEvent',
  'PointerEvent',
  'FocusEvent',
  'StorageEvent',
  'MutationObserver',
  'getComputedStyle',
  'requestAnimationFrame',
  'cancelAnimationFrame',
] as const

const world = globalThis as Record<string, unknown>
const kept = new Map<string, PropertyDescriptor | undefined>()
let page: Window | undefined

function open() {
  page = new Window({ url: 'https://site.example/' })
  for (const name of names) {
    if (!kept.has(name)) kept.set(name, Object.getOwnPropertyDescriptor(world, name))
    const value: unknown = Reflect.get(page, name)
    const bound = typeof value === 'function' && /^[a-z]/.test(name) ? value.bind(page) : value
    Object.defineProperty(world, name, { value: name === 'window' ? page : bound, configurable: true, writable: true })
  }
}

function close() {
  for (const [name, descriptor] of kept) {
    if (descriptor) Object.defineProperty(world, name, descriptor)
    else delete world[name]
  }
  page = undefined
}

// React looks for a document while it is being loaded.
open()
const library = await import('@testing-library/react')
close()
// A second, which is what it waits by itself, is not enough on a machine that has other work to do.
library.configure({ asyncUtilTimeout: 20_000 })

export const { render, fireEvent, act, waitFor } = library

/** To be called once at the top of a test file: a fresh document for each test, gone after the last. */
export function withDocument() {
  beforeAll(open)
  beforeEach(() => {
    document.body.replaceChildren()
    localStorage.clear()
    sessionStorage.clear()
    delete document.documentElement.dataset.theme
  })
  afterEach(() => library.cleanup())
  afterAll(async () => {
    // What React has put off until the page is idle still looks for its window.
    await Bun.sleep(50)
    close()
  })
}
