import { LRUCache } from 'lru-cache'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import type { MarkupKeeper } from '../ui/kept-markup.tsx'

/**
 * Renders a part once for each value of its props and keeps the HTML: a list's cards are the same on many pages, and rendering
 * them is most of the work of making one.
 *
 * @param maxCharacters most to keep, keys counted in; what was asked for longest ago goes first.
 */
export function createMarkupKeeper(maxCharacters: number): MarkupKeeper {
  const names = new Map<unknown, string>()
  const kept = new LRUCache<string, string>({
    maxSize: maxCharacters,
    sizeCalculation: (html, key) => html.length + key.length,
  })

  return (Component, props) => {
    const name = names.get(Component) ?? `${names.size} `
    names.set(Component, name)
    const key = name + JSON.stringify(props)
    const known = kept.get(key)
    if (known !== undefined) return known
    const html = renderToString(
      <Router hook={nowhere} searchHook={noSearch}>
        {createElement(Component, props)}
      </Router>,
    ).replace(hints, '')
    kept.set(key, html)
    return html
  }
}

/** React puts preload hints of pictures before the markup of a part. Within a list they are no nodes that hydration expects. */
const hints = /^(?:<link rel="preload"[^>]*>)+/

/** Links are made of their own address alone. */
const nowhere = (): [string, () => void] => ['/', () => {}]
const noSearch = () => ''
