import { createStore } from 'jotai'
import { hydrateRoot } from 'react-dom/client'
import { type Brand, defaultBrand } from '../brand.ts'
import { App, type DocumentData } from '../shell/app.tsx'
import { loadPlace, type PageState, placeAtom } from '../shell/place.ts'
import { awaitLateValues } from './late-values.ts'
import { createNavigation } from './navigate.ts'

/** The document's data as it is sent: of the brand, what an operator has set. */
type SentDocument = Omit<DocumentData, 'brand'> & { brand: Partial<Brand> }

const element = document.getElementById('page-data')
const json = element?.textContent ?? ''
const { document: sent, state } = JSON.parse(json) as { document: SentDocument; state: PageState }
const data: DocumentData = { ...sent, brand: { ...defaultBrand, ...sent.brand } }
const cards = [...document.querySelectorAll<HTMLElement>('[data-cards]')].map((list) => [
  list.dataset.cards,
  list.innerHTML,
])
awaitLateValues(state.data, state.late ?? [])

// Not awaited at the top: only then does the build put what the entry shares with the pages into the entry, and not into many small files.
loadPlace(state).then((place) => {
  const store = createStore()
  store.set(placeAtom, place)
  hydrateRoot(
    document,
    <App data={data} json={json} store={store} move={createNavigation(store)} cards={Object.fromEntries(cards)} />,
    {
      onRecoverableError: (problem) => console.error('hydration', problem),
    },
  )
})
