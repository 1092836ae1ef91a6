import type { MouseEvent as ReactMouseEvent } from 'react'

/** Where a press on a plain link leads that is followed by a move: a path of the site. Null for all that is the browser's own. */
export function pathOfPress(event: MouseEvent | ReactMouseEvent): string | null {
  const link = (event.target as Element).closest('a')
  const href = link?.getAttribute('href')
  if (!href?.startsWith('/') || link?.hasAttribute('target') || event.defaultPrevented || event.button !== 0)
    return null
  // A press that asks for a new tab or window is the browser's.
  return event.metaKey || event.ctrlKey || event.altKey || event.shiftKey ? null : href
}
