import { adminPages, type PageId } from '#admin-pages.ts'
import { type PageEntry, pages } from '#pages.ts'

export const allPages: Record<PageId, PageEntry> = { ...pages, ...adminPages }

export const pageIds = Object.keys(allPages) as PageId[]

/**
 * By which a request is counted and logged. Addresses of no page share one pattern (a file's names its ending), so that nobody can invent patterns.
 */
export function routeOf(page: PageId | null, pathname: string): string {
  const ending = /\.(ics|rss|json|png|svg|xml|webmanifest)$/.exec(pathname)?.[1]
  if (page && !ending) return allPages[page].path
  return ending ? `/*.${ending}` : '/*'
}
