import { pageAt, pages } from '#pages.ts'
import type { Move } from '#ui/moves.ts'

/** Takes every press in the document on a link to a page of the site. A component's own handler comes before it. */
export function followLinks(move: Move): (event: MouseEvent) => void {
  return (event) => {
    const link = linkToPage(event)
    if (!link || event.defaultPrevented) return
    event.preventDefault()
    // To another page of the same list, which is shown from its beginning.
    const isOfList = link.closest('[data-list-pages]') !== null
    move(link.getAttribute('href')!, isOfList ? { state: 'from-start' } : {})
  }
}

function linkToPage(event: MouseEvent): Element | null {
  const link = (event.target as Element).closest('a')
  const href = link?.getAttribute('href')
  if (!link || !href?.startsWith('/') || link.hasAttribute('target') || link.hasAttribute('download')) return null
  // A press that asks for a new tab or window is the browser's.
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return null
  const path = href.replace(/[?#].*/, '')
  const isPage = pageAt(pages, path) !== null || adminPath.test(path)
  return isPage && !fileName.test(path) ? link : null
}

/** Of files beside pages, such as `/events/summer-fair.ics`. (A signed link may end in a dot and letters, too.) */
const fileName = /\.(?:ics|json|png|rss|svg)$/
/** The admin area's own table of pages is not loaded for visitors. */
const adminPath = /^\/(?:admin|review)(?:\/|$)/
