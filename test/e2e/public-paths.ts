import { type PageEntry, pages } from '#pages.ts'
import type { TestSite } from '../site.ts'

/** An address of every page that is made for everybody; of those with a parameter one that a reader is led to from an entry. */
export async function publicPaths(site: TestSite): Promise<string[]> {
  const [entry] = await site.sql<{ slug: string; number: string }[]>`
    select slug, number from register_entries where featured and status = 'active' limit 1`
  const known = [
    `/events/${entry!.slug}`,
    `/verify/${entry!.number}`,
    `/log/entries/${entry!.number}`,
    `/badge/${entry!.number}`,
  ]
  const read = async (path: string) => await (await fetch(site.origin + path)).text()
  const text = (await Promise.all([read(known[0]!), read('/press')])).join('')
  return Object.values<PageEntry>(pages).flatMap(({ path, cache }) => {
    if (!cache) return []
    if (!path.includes(':')) return [path]
    const pattern = path.replace(/:\w+/g, '[^"/?#.]+')
    const address = known.find((each) => new RegExp(`^${pattern}$`).test(each)) ?? text.match(`"(${pattern})"`)?.[1]
    if (!address) throw new Error(`No page leads to ${path}.`)
    return [address]
  })
}
