import { LRUCache } from 'lru-cache'
import type { FunctionComponent } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { Markup } from '#ui/card-list.tsx'

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
