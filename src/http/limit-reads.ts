import { LRUCache } from 'lru-cache'
import { href } from '#pages.ts'

/** Answers a minute made for one client, far above a slow crawler; a hundred people behind one address can search six times each. */
const maxPerMinute = { search: 600, map: 120, feed: 120, sitemap: 120, data: 60 }
type ReadKind = keyof typeof maxPerMinute

const windowMs = 60_000
const maxClients = 20_000

/** In memory: a write to the database would cost more than most reads. */
export function createReadLimits() {
  const windows = new LRUCache<string, { count: number; endsAt: number }>({ max: maxClients })

  return function take(request: Request, clientKey: (request: Request) => string): number | null {
    const kind = kindOf(new URL(request.url))
    if (!kind) return null
    const now = performance.now()
    const key = `${kind} ${clientKey(request)}`
    const known = windows.get(key)
    const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + windowMs }
    if (window !== known) windows.set(key, window)
    if (++window.count <= maxPerMinute[kind]) return null
    return Math.max(1, Math.ceil((window.endsAt - now) / 1000))
  }
}

function kindOf({ pathname, searchParams }: URL): ReadKind | null {
  if (pathname.startsWith('/data/')) return 'data'
  if (/^\/sitemap[^/]*\.xml$/.test(pathname)) return 'sitemap'
  if (/\.(ics|rss|json)$/.test(pathname)) return 'feed'
  // It counts everything found, where a list stops at a thousand.
  if (pathname === href('map')) return searchParams.size > 0 ? 'map' : null
  return searchParams.get('q')?.trim() ? 'search' : null
}
