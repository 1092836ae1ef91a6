import { parse } from 'regexparam'
import { matchRoute, type Parser } from 'wouter'
import type { PageEntry } from './pages.ts'

const parsed = new Map<string, ReturnType<Parser>>()

/** Wouter's own parser, which is asked once for each path; but capital letters are not small ones. */
const parser: Parser = (path) => {
  let route = parsed.get(path)
  if (!route) {
    const { keys, pattern } = parse(path)
    route = { keys, pattern: new RegExp(pattern.source) }
    parsed.set(path, route)
  }
  return route
}

/**
 * The page of a table that an address's path names, with its decoded parameters; the first that matches wins.
 *
 * @returns null when there is none: a slash at the end makes another address, and what is no UTF-8 names nothing.
 */
export function matchPage<Id extends string>(
  table: Record<Id, PageEntry>,
  pathname: string,
): { page: Id; params: Record<string, string> } | null {
  if (pathname !== '/' && !/[^/]$/.test(pathname)) return null
  for (const page in table) {
    const [matches, values] = matchRoute(parser, table[page].path, pathname)
    const params = matches && decoded(values)
    if (params) return { page, params }
  }
  return null
}

/** What stands in the address for each name; wouter gives the same once more by number. Null for what cannot be decoded. */
function decoded(values: Record<string, string | undefined>): Record<string, string> | null {
  try {
    const named = Object.entries(values).filter(([name]) => !/^\d/.test(name))
    return Object.fromEntries(named.map(([name, value]) => [name, decodeURIComponent(value ?? '')]))
  } catch {
    return null
  }
}
