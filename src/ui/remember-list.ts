/** What a post has come to is said once. */
const saidOnce = ['done', 'handed', 'again']

/** Remembers the query with which a page is shown, for the way back to it in this window. @param search without its question mark. */
export function rememberList(path: string, search: string): void {
  const query = new URLSearchParams(search)
  for (const name of saidOnce) query.delete(name)
  try {
    sessionStorage.setItem(`list:${path}`, query.toString())
  } catch {
    // Storage may be closed to us: then the way back leads to the whole list.
  }
}

/** @param href of a list. @returns its address as it was left; the same where it was not seen, or has a query of its own. */
export function listAsLeft(href: string): string {
  if (href.includes('?')) return href
  try {
    const query = sessionStorage.getItem(`list:${href}`)
    return query ? `${href}?${query}` : href
  } catch {
    return href
  }
}
