import { parse } from 'regexparam'
import { matchRoute } from 'wouter'
import type { PageEntry } from './pages.ts'

/**
 * What finds the page of a table that an address's path names, by wouter's matcher and its parser; the first that matches wins. Two
 * things are stricter: capital letters are not small ones, and a slash at the end makes another address. Parameters are as they stand
 * in the address, and wouter gives each once more by its number.
 */
export function matcherOf<Id extends string>(table: Record<Id, PageEntry>) {
  const routes = (Object.keys(table) as Id[]).map((page) => {
    const { path } = table[page]
    const { keys, pattern } = parse(path)
    return { page, path, parsed: { keys, pattern: new RegExp(pattern.source) } }
  })
  return (pathname: string) => {
    if (pathname !== '/' && !/[^/]$/.test(pathname)) return null
    for (const { page, path, parsed } of routes) {
      const [matches, params] = matchRoute(() => parsed, path, pathname)
      if (matches) return { page, params }
    }
    return null
  }
}
