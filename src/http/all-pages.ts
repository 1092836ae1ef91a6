import { adminPages, type PageId } from '#admin-pages.ts'
import { matcherOf, type PageEntry, pages } from '#pages.ts'

/** Every page that has an address: of visitors and of the admin area. */
export const allPages: Record<PageId, PageEntry> = { ...pages, ...adminPages }

export const pageIds = Object.keys(allPages) as PageId[]

const matchPath = matcherOf(allPages)

/** The page that a path names, with its decoded parameters. Null when there is none: what is no UTF-8 names nothing. */
export function matchPage(pathname: string): { page: PageId; params: Record<string, string> } | null {
  const match = matchPath(pathname)
  if (!match) return null
  try {
    const named = Object.entries(match.params).filter(([name]) => !/^\d/.test(name))
    return {
      page: match.page,
      params: Object.fromEntries(named.map(([name, value]) => [name, decodeURIComponent(value ?? '')])),
    }
  } catch {
    return null
  }
}

/**
 * The pattern that stands for a path wherever requests are counted or logged: of a page its own, of a file its ending. What is
 * neither stands together, so that nobody can invent patterns.
 */
export function routeOf(pathname: string): string {
  const match = matchPage(pathname)
  const ending = /\.(ics|rss|json|png|svg|xml|webmanifest)$/.exec(pathname)?.[1]
  if (match && !ending) return allPages[match.page].path
  return ending ? `/*.${ending}` : '/*'
}
