import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import type { MarkupKeeper } from '../ui/kept-markup.tsx'

/**
 * Renders a part once for each value of its props and keeps the HTML: a list's cards are the same on many pages, and rendering
 * them is most of the work of making one.
 *
 * @param maxCharacters about how much is kept. Kept in two halves: when the newer one is full, it becomes the older one, and what
 *   nobody asked for since is forgotten.
 */
export function createMarkupKeeper(maxCharacters: number): MarkupKeeper {
  const names = new Map<unknown, string>()
  let newer = new Map<string, string>()
  let older = new Map<string, string>()
  let characters = 0

  return (Component, props) => {
    const name = names.get(Component) ?? `${names.size} `
    names.set(Component, name)
    const key = name + JSON.stringify(props)
    const kept = newer.get(key)
    if (kept !== undefined) return kept
    const html =
      older.get(key) ??
      renderToString(
        <Router hook={nowhere} searchHook={noSearch}>
          {createElement(Component, props)}
        </Router>,
      ).replace(hints, '')
    characters += key.length + html.length
    if (characters > maxCharacters / 2) {
      older = newer
      newer = new Map()
      characters = key.length + html.length
    }
    newer.set(key, html)
    return html
  }
}

/** React puts preload hints of pictures before the markup of a part. Within a list they are no nodes that hydration expects. */
const hints = /^(?:<link rel="preload"[^>]*>)+/

/** Links are made of their own address alone. */
const nowhere = (): [string, () => void] => ['/', () => {}]
const noSearch = () => ''
