import { createStore } from 'jotai'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { type Brand, defaultBrand } from '#brand.ts'
import { App, type DocumentData } from '#shell/app.tsx'
import { loadPlace, type PageState, placeAtom } from '#shell/place.ts'
import { type DeferredResult, deferredId } from '#wire/deferred.ts'
import { createNavigation, followLinks } from './navigate.ts'
import { noteTyped } from './tell-typed.ts'

/** Of the brand it holds only what an operator has set. */
type SentDocument = Omit<DocumentData, 'brand'> & { brand: Partial<Brand> }

const element = document.getElementById('page-data')
const json = element?.textContent ?? ''
const { document: sent, state } = JSON.parse(json) as { document: SentDocument; state: PageState }
const data: DocumentData = { ...sent, brand: { ...defaultBrand, ...sent.brand } }
const cards = [...document.querySelectorAll<HTMLElement>('[data-cards]')].map((list) => [
  list.dataset.cards,
  list.innerHTML,
])
awaitDeferredValues(state.data, state.deferred ?? [])

const store = createStore()

// Not awaited at the top: only then does the build put what the entry shares with the pages into the entry, and not into many small files.
loadPlace(state).then((place) => {
  store.set(placeAtom, place)
  const move = createNavigation(store)
  // On the window, so that a component's own handler comes first. Until the page is known, links are the browser's.
  window.addEventListener('click', followLinks(move))
  const props = { data, json, store, move, cards: Object.fromEntries(cards), onHydrated: noteTyped(document.body) }
  // As a transition React takes it in slices, between which the page answers to a person.
  startTransition(() => {
    hydrateRoot(document, <App {...props} />, { onRecoverableError: (problem) => console.error('hydration', problem) })
  })
})

/** Before hydration, puts promises in the place of deferred values, so that React finds what the server has shown. */
function awaitDeferredValues(data: unknown, names: readonly string[]): void {
  for (const name of names) Object.assign(data as object, { [name]: arrival(deferredId(name)) })
}

function arrival(id: string): Promise<DeferredResult<unknown>> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(look)
    observer.observe(document, { childList: true, subtree: true })
    document.addEventListener('DOMContentLoaded', look)
    look()

    function look(): void {
      const text = document.getElementById(id)?.textContent
      // A document that broke off brings nothing more.
      if (!text && document.readyState === 'loading') return
      observer.disconnect()
      document.removeEventListener('DOMContentLoaded', look)
      resolve(text ? JSON.parse(text) : { failed: true })
    }
  })
}
