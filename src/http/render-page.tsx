import { createStore } from 'jotai'
import { LRUCache } from 'lru-cache'
import type { FunctionComponent, ReactElement } from 'react'
import { renderToReadableStream, renderToStaticMarkup, renderToString } from 'react-dom/server'
import { type Brand, defaultBrand } from '#brand.ts'
import { areSamples, type ShownClaim } from '#domain/claims.ts'
import { App } from '#shell/app.tsx'
import { type DocumentData, type NamedAssets, SharingTags } from '#shell/document.tsx'
import { Footer } from '#shell/footer.tsx'
import { loadScript } from '#shell/load-script.ts'
import { pageModules, type ShownPageId } from '#shell/page-modules.ts'
import { loadPlace, type PageState, placeAtom } from '#shell/place.ts'
import type { Markup } from '#ui/card-list.tsx'
import { Wordmark } from '#ui/wordmark.tsx'
import { inlineJson } from '#wire/deferred.ts'

export async function loadPages(): Promise<void> {
  await Promise.all([...Object.values(pageModules).map((load) => load()), import('#shell/admin-frame.tsx')])
}

type ShownDocument = DocumentData & { assets: NamedAssets; partners: readonly ShownClaim[] }

/** A page without deferred values, whole: it is compressed and kept at once. @returns rejects when the page breaks. */
export async function renderPage<Id extends ShownPageId>(
  document: ShownDocument,
  state: PageState<Id>,
): Promise<Uint8Array> {
  const reader = (await streamPage(document, state)).getReader()
  const chunks: Uint8Array[] = []
  // A third faster than `new Response(stream).bytes()`.
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
    chunks.push(value)
  }
}

/** Deferred values follow the first part. @param report gets what breaks after it. @returns rejects when the page breaks before its first byte. */
export async function streamPage<Id extends ShownPageId>(
  document: ShownDocument,
  state: PageState<Id>,
  nonce?: string,
  report: (problem: unknown) => void = () => {},
): Promise<ReadableStream<Uint8Array>> {
  return await renderToReadableStream(await appOf(document, state, nonce), {
    bootstrapScriptContent: loadScript,
    ...(nonce ? { nonce } : {}),
    // React would move boundaries over about 12 KB behind the page even when nothing is deferred.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: report,
  })
}

async function appOf<Id extends ShownPageId>(
  { partners, ...document }: ShownDocument,
  state: PageState<Id>,
  nonce?: string,
): Promise<ReactElement> {
  const store = createStore()
  store.set(placeAtom, await loadPlace(state))
  const { page } = await pageModules[state.page]()
  const json = inlineJson({
    document: { ...document, brand: changedBrand(document.brand), assets: { styles: document.assets.styles } },
    state: { ...state, data: withoutCards(state.data, page.cards ?? []) },
  })
  return (
    <App
      data={document}
      json={json}
      store={store}
      nonce={nonce}
      Sharing={SharingTags}
      markup={keptMarkup}
      cards={{
        partners: partners.length > 0 ? keptMarkup(HeaderPartners, { claims: partners }) : '',
        footer: keptMarkup(Footer, { brand: document.brand, year: document.year }),
      }}
    />
  )
}

function HeaderPartners({ claims }: { claims: readonly ShownClaim[] }) {
  return (
    <>
      <p className="text-sm text-muted">{`Partners${areSamples(claims) ? ' (sample: invented)' : ''}`}</p>
      {claims.map(({ name = '', value }) => (
        <Wordmark key={name} drawing={value} name={name} />
      ))}
    </>
  )
}

function changedBrand(brand: Brand): Partial<Brand> {
  const names = Object.keys(brand) as (keyof Brand)[]
  const changed = names.filter((name) => !Bun.deepEquals(brand[name], defaultBrand[name]))
  return Object.fromEntries(changed.map((name) => [name, brand[name]]))
}

function withoutCards(data: unknown, lists: readonly string[]): unknown {
  if (lists.length === 0) return data
  return Object.fromEntries(
    Object.entries(data as object).map(([name, value]) => [
      name,
      lists.includes(name) && Array.isArray(value) ? value.map(() => null) : value,
    ]),
  )
}

const maxBytes = 8_000_000
/** Of an entry beside its texts, as measured (Bun 1.4.5). */
const overhead = 200

const numbers = new Map<unknown, number>()
const kept = new LRUCache<string, string>({
  maxSize: maxBytes,
  sizeCalculation: (html, key) => html.length + key.length + overhead,
})

/** Found by all that it is made of, so what is kept is never old: other data are another key. */
export const keptMarkup: Markup = (Component, props, hydrated = false) => {
  const key = numberOf(Component) + JSON.stringify(props)
  const known = kept.get(key)
  if (known !== undefined) return known
  const html = (hydrated ? renderToString : renderToStaticMarkup)(<Component {...props} />)
  kept.set(key, html)
  return html
}

function numberOf<Props>(Component: FunctionComponent<Props>): number {
  const known = numbers.get(Component)
  if (known !== undefined) return known
  numbers.set(Component, numbers.size)
  return numbers.size - 1
}
