import { keepText, readText } from './browser-store.ts'

/** The outcome of a post is shown once. */
const saidOnce = ['done', 'handed', 'again']

/** For the way back to it in this window. @param search without its question mark. */
export function rememberList(path: string, search: string): void {
  const query = new URLSearchParams(search)
  for (const name of saidOnce) query.delete(name)
  keepText('sessionStorage', `list:${path}`, query.toString())
}

/** The same address where the list was not seen, or `href` has a query of its own. */
export function listAsLeft(href: string): string {
  if (href.includes('?')) return href
  const query = readText('sessionStorage', `list:${href}`)
  return query ? `${href}?${query}` : href
}
