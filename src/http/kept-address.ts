import type { PageId } from '#admin-pages.ts'
import { withNames } from '#pages.ts'
import { allPages } from './all-pages.ts'

/**
 * The address under which a page is kept, and of which its loader knows: its path in one spelling, and of its query what it reads. Whatever
 * else somebody puts behind an address makes no page of its own.
 */
export function keptAddress(page: PageId, params: Record<string, string>, query: URLSearchParams): string {
  const { path, query: names = [] } = allPages[page]
  const spelt = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name]!))
  return withNames(spelt, names, query)
}

/** The query of a page that is kept: whoever asks it for a name that the page's line does not have is told so. */
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
