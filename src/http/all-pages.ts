import { adminPages, type PageId } from '#admin-pages.ts'
import { type PageEntry, pages } from '#pages.ts'

/** Every page that has an address: of visitors and of the admin area. */
export const allPages: Record<PageId, PageEntry> = { ...pages, ...adminPages }

export const pageIds = Object.keys(allPages) as PageId[]

/**
 * The pattern under which a request is counted and logged: of a page its own, of a file its ending. All other addresses share one, so that
 * nobody can invent patterns.
 */
export function routeOf(page: PageId | null, pathname: string): string {
  const ending = /\.(ics|rss|json|png|svg|xml|webmanifest)$/.exec(pathname)?.[1]
  if (page && !ending) return allPages[page].path
  return ending ? `/*.${ending}` : '/*'
}
