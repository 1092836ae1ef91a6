import type { PageId } from '#admin-pages.ts'
import { withNames } from '#pages.ts'
import { allPages } from './all-pages.ts'

/** The address that a page is kept under and its loader reads: one spelling, and of the query the names in the page's line. */
export function keptAddress(page: PageId, params: Record<string, string>, query: URLSearchParams): string {
  const { path, query: names = [] } = allPages[page]
  const spelt = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name]!))
  return withNames(spelt, names, query)
}

/** A loader that reads another name is told so. */
export function knownQuery(search: string, page: PageId): URLSearchParams {
  const names: readonly string[] = allPages[page].query ?? []
  const query = new URLSearchParams(search)
  const refuseOthers = (name: string) => {
    if (!names.includes(name)) throw new Error(`The page ${page} reads "${name}", which its line in pages.ts lacks.`)
  }
  for (const method of ['get', 'getAll', 'has'] as const) {
    const ask = query[method].bind(query) as (name: string) => never
    query[method] = (name: string) => {
      refuseOthers(name)
      return ask(name)
    }
  }
  return query
}
