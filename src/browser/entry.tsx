import { createStore } from 'jotai'
import { hydrateRoot } from 'react-dom/client'
import { App, type DocumentData } from '../shell/app.tsx'
import { loadPlace, type PageState, placeAtom } from '../shell/place.ts'
import { awaitLateValues } from './late-values.ts'
import { createNavigation } from './navigate.ts'

const element = document.getElementById('page-data')
const json = element?.textContent ?? ''
const { document: data, state } = JSON.parse(json) as { document: DocumentData; state: PageState }
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
