import { createStore } from 'jotai'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { type Brand, defaultBrand } from '#brand.ts'
import { App, type DocumentData } from '#shell/app.tsx'
import { loadPlace, type PageState, placeAtom } from '#shell/place.ts'
import { awaitDeferredValues } from './deferred-values.ts'
import { followLinks } from './follow-links.ts'
import { createNavigation } from './navigate.ts'
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
awaitDeferredValues(state.data, state.late ?? [])

const store = createStore()
const move = createNavigation(store)

// Not awaited at the top: only then does the build put what the entry shares with the pages into the entry, and not into many small files.
loadPlace(state).then((place) => {
  store.set(placeAtom, place)
  // On the window, so that a component's own handler comes first. Until the page is known, links are the browser's.
  window.addEventListener('click', followLinks(move))
  const props = { data, json, store, move, cards: Object.fromEntries(cards), onHydrated: noteTyped(document.body) }
  // As a transition React takes it in slices, between which the page answers to a person.
  startTransition(() => {
    hydrateRoot(document, <App {...props} />, { onRecoverableError: (problem) => console.error('hydration', problem) })
  })
})
