import { matchPage, pagePatterns } from '../page-patterns.ts'

/**
 * The pattern that stands for a path wherever requests are counted or logged: of a page its own, of a file its ending. What is
 * neither stands together, so that nobody can invent patterns.
 */
export function routeOf(pathname: string): string {
  const match = matchPage(pathname)
  const ending = /\.(ics|rss|json|png|svg|xml|webmanifest)$/.exec(pathname)?.[1]
  if (match && !ending) return pagePatterns[match.page]
  return ending ? `/*.${ending}` : '/*'
}
