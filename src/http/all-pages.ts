import { adminPages, type PageId } from '../admin-pages.ts'
import { matchPage as matchIn } from '../match-page.ts'
import { type PageEntry, pages } from '../pages.ts'

/** Every page that has an address: of visitors and of the admin area. */
export const allPages: Record<PageId, PageEntry> = { ...pages, ...adminPages }

export const pageIds = Object.keys(allPages) as PageId[]

/** The page that a path names, of either table. */
export function matchPage(pathname: string) {
  return matchIn(allPages, pathname)
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
