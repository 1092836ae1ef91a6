import { createStore } from 'jotai'
import { renderToReadableStream } from 'react-dom/server'
import { App, type DocumentData } from '../shell/app.tsx'
import { pageModules, type ShownPageId } from '../shell/page-modules.ts'
import { loadPlace, type PageState, placeAtom } from '../shell/place.ts'
import { inlineJson, SharingTags } from '../shell/sharing-tags.tsx'
import { KeptMarkup } from '../ui/kept-markup.tsx'
import { createMarkupKeeper } from './keep-markup.tsx'

/** The same for every visitor, whoever asks: it holds what follows from props of public parts alone. */
const keepMarkup = createMarkupKeeper(4 * 1024 * 1024)

/** Loads every page's module once, so that rendering never waits for code. */
export async function loadPages(): Promise<void> {
  await Promise.all([...Object.values(pageModules).map((load) => load()), import('../shell/admin-frame.tsx')])
}

/**
 * Renders the document of a page as a stream of HTML. Its data stands in it once; nothing in it needs an inline script.
 *
 * @returns rejects when the page breaks before its first byte.
 */
export async function renderPage<Id extends ShownPageId>(
  document: DocumentData,
  state: PageState<Id>,
): Promise<ReadableStream<Uint8Array>> {
  const store = createStore()
  store.set(placeAtom, await loadPlace(state))
  const json = inlineJson({ document, state })
  return await renderToReadableStream(
    <KeptMarkup value={keepMarkup}>
      <App data={document} json={json} store={store} Sharing={SharingTags} />
    </KeptMarkup>,
    {
      bootstrapModules: [document.assets.entry],
      // A page's data is complete: React must not hold finished parts back for an inline script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      // A page that breaks rejects; there is no half page to report on.
      onError: () => {},
    },
  )
}
