import { createStore } from 'jotai'
import { renderToReadableStream } from 'react-dom/server'
import type { PageId } from '../page-patterns.ts'
import { App, type DocumentData } from '../shell/app.tsx'
import { pages } from '../shell/pages.ts'
import { placeAtom } from '../shell/place.ts'
import { inlineJson, SharingTags } from '../shell/sharing-tags.tsx'
import { KeptMarkup } from '../ui/kept-markup.tsx'
import type { Page, PageState } from '../wire/page.ts'
import { createMarkupKeeper } from './keep-markup.tsx'

/** The same for every visitor, whoever asks: it holds what follows from props of public parts alone. */
const keepMarkup = createMarkupKeeper(4 * 1024 * 1024)

type LoadedPages = Record<PageId, Page<unknown>>

/** Loads every page's module once, so that rendering never waits for code. */
export async function loadPages(): Promise<LoadedPages> {
  const entries = Object.entries(pages) as [PageId, (typeof pages)[PageId]][]
  return Object.fromEntries(
    await Promise.all(entries.map(async ([id, load]) => [id, (await load()).page])),
  ) as unknown as LoadedPages
}

/**
 * Renders the document of a page as a stream of HTML. Its data stands in it once; nothing in it needs an inline script.
 *
 * @returns rejects when the page breaks before its first byte.
 */
export async function renderPage(
  loaded: LoadedPages,
  document: DocumentData,
  state: PageState,
): Promise<ReadableStream<Uint8Array>> {
  const store = createStore()
  store.set(placeAtom, { page: loaded[state.page], state })
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
