import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { compress, decompress, type Encoding } from '#requests/compress.ts'
import type { FinishedPage, PageOrResponse } from '#requests/file-route.ts'
import { isKnown } from '#requests/read-preferences.ts'
import type { EdgeHeaders } from './edge-headers.ts'
import { newReference } from './failure-response.ts'

type AnswerCount = { fresh: number; known: number }

type CachedPage = Omit<FinishedPage, 'body' | 'route'> & {
  reference: string
  hash: string
  variants: Map<Encoding, Variant>
  count: AnswerCount
}

type Variant = { etag: string; finished: Response; length: number }

/** Bytes beside content and keys, as measured (Bun 1.4.5). */
const overhead = { page: 1200, variant: 2600, tag: 160 }

/** Enough to render one page while data of the next ones is read; more would only fill the memory. */
const maxAtOnce = 6

type PageCacheOptions = {
  maxBytes: number
  headers: Record<string, string>
  /** In Europe/London: a new day drops everything, since what is upcoming today is past tomorrow. */
  day: (moment: Date) => string
  now?: () => Date
  edge?: EdgeHeaders | null
}

/** `announce_page_data` drops pages by tag; one whose data changed while it was made is not kept. Requests for a page being made wait for it. */
export function createPageCache({ maxBytes, headers, day, now = () => new Date(), edge = null }: PageCacheOptions) {
  const inTurn = pLimit(maxAtOnce)
  const keysByTag = new Map<string, Set<string>>()
  const making = new Map<string, Promise<{ response: Response } | CachedPage>>()
  const announcements = createAnnouncements()
  const counts = new Map<string, AnswerCount>()
  let cachedDay = day(now())
  const cached = new LRUCache<string, CachedPage>({
    maxSize: maxBytes,
    sizeCalculation: bytesOf,
    dispose: (page, key) => {
      for (const tag of page.tags) {
        const keys = keysByTag.get(tag)
        keys?.delete(key)
        if (keys?.size === 0) keysByTag.delete(tag)
      }
    },
  })

  /** Undefined where it is not there in this encoding. The hottest path: nothing here waits. */
  function answer(key: string, encoding: Encoding, ifNoneMatch: string | null): Response | undefined {
    const page = find(key)
    const variant = page?.variants.get(encoding)
    return page && variant && respond(page, variant, ifNoneMatch, true)
  }

  function find(key: string): CachedPage | undefined {
    const moment = now()
    if (day(moment) !== cachedDay) {
      cachedDay = day(moment)
      clear()
    }
    const page = cached.get(key)
    if (page?.until === undefined || page.until > moment.getTime()) return page
    cached.delete(key)
  }

  async function answerOrMake(
    key: string,
    encoding: Encoding,
    ifNoneMatch: string | null,
    make: () => Promise<PageOrResponse>,
  ): Promise<Response> {
    const page = find(key)
    if (page) return respond(page, await variantFor(key, page, encoding), ifNoneMatch, true)
    const running = making.get(key)
    if (running) {
      const made = await running
      if ('variants' in made) return respond(made, await variantFor(key, made, encoding), ifNoneMatch)
    }
    const promise = makeAndCache(key, encoding, make)
    making.set(key, promise)
    try {
      const made = await promise
      return 'response' in made ? made.response : respond(made, made.variants.get(encoding)!, ifNoneMatch)
    } finally {
      if (making.get(key) === promise) making.delete(key)
    }
  }

  async function makeAndCache(key: string, encoding: Encoding, make: () => Promise<PageOrResponse>) {
    let startedAt = 0
    const made = await inTurn(() => {
      startedAt = announcements.count()
      return make()
    })
    if (!('page' in made)) return made
    const { body, route = '/*', reference = newReference(), ...rest } = made.page
    const changedMeanwhile = announcements.isOld(rest.tags, startedAt)
    // Its purge has been sent, so no CDN may keep it.
    const notKept =
      edge && changedMeanwhile ? { headers: { ...rest.headers, 'cache-control': 'private, no-cache' } } : {}
    const page: CachedPage = {
      ...rest,
      ...notKept,
      reference,
      count: countOf(route),
      hash: Bun.hash(body).toString(36),
      variants: new Map(),
    }
    page.variants.set(encoding, variantOf(page, encoding, compress(body, encoding)))
    if (!changedMeanwhile) store(key, page)
    return page
  }

  function store(key: string, page: CachedPage): void {
    cached.set(key, page)
    // A page larger than the whole cache is not taken.
    if (!cached.has(key)) return
    for (const tag of page.tags) keysByTag.set(tag, (keysByTag.get(tag) ?? new Set()).add(key))
  }

  function countOf(route: string): AnswerCount {
    const count = counts.get(route) ?? { fresh: 0, known: 0 }
    counts.set(route, count)
    return count
  }

  function respond(page: CachedPage, variant: Variant, ifNoneMatch: string | null, wasCached = false): Response {
    const known = isKnown(ifNoneMatch, variant.etag)
    if (wasCached) known ? page.count.known++ : page.count.fresh++
    const response = known
      ? new Response(null, { status: 304, headers: variant.finished.headers })
      : (variant.finished.clone() as Response)
    if (edge && page.until !== undefined) {
      const secondsLeft = (page.until - now().getTime()) / 1000
      for (const [name, value] of Object.entries(edge.of(page, secondsLeft))) response.headers.set(name, value)
    }
    return response
  }

  async function variantFor(key: string, page: CachedPage, encoding: Encoding): Promise<Variant> {
    const known = page.variants.get(encoding)
    if (known) return known
    const [from, { finished }] = page.variants.entries().next().value!
    const variant = variantOf(page, encoding, compress(decompress(await finished.clone().bytes(), from), encoding))
    page.variants.set(encoding, variant)
    // The cache measures size only when a page is stored.
    if (cached.peek(key) === page) {
      cached.delete(key)
      store(key, page)
    }
    return variant
  }

  function variantOf(page: CachedPage, encoding: Encoding, body: Uint8Array): Variant {
    const etag = `"${page.hash}-${encoding}"`
    const named = {
      ...headers,
      'content-type': page.contentType,
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
      ...edge?.of(page),
      'x-request-id': page.reference,
      etag,
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      ...page.headers,
    }
    const own = Object.entries(named).filter((header): header is [string, string] => header[1] !== null)
    return { etag, length: body.length, finished: new Response(body as Uint8Array<ArrayBuffer>, { headers: own }) }
  }

  function announce(tags: string[]) {
    if (tags.includes('*')) return clear()
    announcements.announce(tags)
    // Later requests must not get what began before.
    making.clear()
    for (const tag of tags) for (const key of [...(keysByTag.get(tag) ?? [])]) cached.delete(key)
  }

  function clear() {
    announcements.announceAll()
    making.clear()
    cached.clear()
  }

  return {
    answer,
    answerOrMake,
    announce,
    clear,
    size: () => cached.size,
    bytes: () => cached.calculatedSize,
    answers: (): ReadonlyMap<string, Readonly<AnswerCount>> => counts,
  }
}

export type PageCache = ReturnType<typeof createPageCache>

function bytesOf({ tags, variants }: CachedPage, key: string): number {
  let bytes = overhead.page + 2 * key.length
  for (const tag of tags) bytes += overhead.tag + tag.length
  for (const { length } of variants.values()) bytes += overhead.variant + length
  return bytes
}

const maxTags = 10_000

function createAnnouncements() {
  const last = new Map<string, number>()
  let count = 0
  let forgottenUntil = 0
  return {
    count: () => count,
    announce(tags: string[]) {
      count++
      if (last.size > maxTags) {
        last.clear()
        forgottenUntil = count
      }
      for (const tag of tags) last.set(tag, count)
    },
    announceAll() {
      count++
      forgottenUntil = count
    },
    isOld: (tags: string[], since: number) =>
      since < forgottenUntil || tags.some((tag) => (last.get(tag) ?? -1) > since),
  }
}
