import { adminPages, type PageId } from '#admin-pages.ts'
import { type PageEntry, pages, withNames } from '#pages.ts'

export const allPages: Record<PageId, PageEntry> = { ...pages, ...adminPages }

export const pageIds = Object.keys(allPages) as PageId[]

/** For counts and logs. Addresses of no page share one pattern, so that nobody can invent patterns. */
export function routeOf(page: PageId | null, pathname: string): string {
  const ending = /\.(ics|rss|json|png|svg|xml|webmanifest)$/.exec(pathname)?.[1]
  if (page && !ending) return allPages[page].path
  return ending ? `/*.${ending}` : '/*'
}

/** One spelling, and of the query only the names in the page's line. */
export function keptAddress(page: PageId, params: Record<string, string>, query: URLSearchParams): string {
  const { path, query: names = [] } = allPages[page]
  const spelt = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name]!))
  return withNames(spelt, names, query)
}

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
