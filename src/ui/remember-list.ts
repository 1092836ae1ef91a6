/** The outcome of a post is shown once. */
const saidOnce = ['done', 'handed', 'again']

/** For the way back to it in this window. @param search without its question mark. */
export function rememberList(path: string, search: string): void {
  const query = new URLSearchParams(search)
  for (const name of saidOnce) query.delete(name)
  try {
    sessionStorage.setItem(`list:${path}`, query.toString())
  } catch {
    // Storage may be closed to us: then the way back leads to the whole list.
  }
}

/** The same address where the list was not seen, or `href` has a query of its own. */
export function listAsLeft(href: string): string {
  if (href.includes('?')) return href
  try {
    const query = sessionStorage.getItem(`list:${href}`)
    return query ? `${href}?${query}` : href
  } catch {
    return href
  }
}
