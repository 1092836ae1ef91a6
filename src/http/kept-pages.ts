import { LRUCache } from 'lru-cache'
import { compress, type Encoding, unpack } from './compress.ts'
import { takeTurns } from './take-turns.ts'

/** A finished answer to a public address, and what it was made of. */
export type FinishedPage = {
  tags: string[]
  contentType: string
  /** More headers of this answer, for example a list's `Link`. */
  headers?: Record<string, string>
  body: Uint8Array
  /** The pattern that its answers are counted under. */
  route?: string
}

/** Answers from kept pages of one route: the page itself, and 304 to a browser that has it. */
type AnswerCount = { fresh: number; known: number }

/** As it is kept: compressed, a tenth of its size. Other encodings are made from that when they are first asked for. */
type KeptPage = Omit<FinishedPage, 'body'> & {
  packed: Uint8Array
  hash: string
  variants: Map<Encoding, Variant>
  count: AnswerCount
}

/** One encoding of a kept page: its finished answers. Nobody reads them: a copy shares their bytes, and is the cheapest answer there is. */
type Variant = { etag: string; fresh: Response; known: Response }

/** What making a page ends in: one to keep, or an answer for this request alone. */
export type Made = { page: FinishedPage } | { response: Response }

/** Enough to render one page while the data of the next ones is on its way from the database. */
const mostAtOnce = 6

type KeptPagesOptions = {
  /** Most bytes to hold. */
  maxBytes: number
  /** Headers that every kept page is answered with. */
  headers: Record<string, string>
  /** The day in Europe/London: what is upcoming today is past tomorrow, so a new day drops everything. */
  day: () => string
}

/**
 * Keeps the finished bytes of public pages: one rendering per address and version of the data.
 *
 * The database announces what changed (migrations: `announce_page_data`); each announcement drops the pages that carry one of
 * its tags. A page whose data changed while it was being made is answered but not kept. Requests for a page that is being
 * made wait for it instead of making it again.
 */
export function createKeptPages({ maxBytes, headers, day }: KeptPagesOptions) {
  const inTurn = takeTurns(mostAtOnce)
  const keysByTag = new Map<string, Set<string>>()
  const making = new Map<string, Promise<Made | KeptPage>>()
  /** When each tag was last announced, as a count of announcements; a start before `forgottenUntil` cannot be judged. */
  const announced = new Map<string, number>()
  const counts = new Map<string, AnswerCount>()
  let announcements = 0
  let forgottenUntil = 0
  let keptDay = day()
  const kept = new LRUCache<string, KeptPage>({
    maxSize: maxBytes,
    // The bytes, as much again in the answer, and in that of another encoding; headers and bookkeeping.
    sizeCalculation: (page) => page.packed.length * 3 + 4096,
    dispose: (page, key) => {
      for (const tag of page.tags) {
        const keys = keysByTag.get(tag)
        keys?.delete(key)
        if (keys?.size === 0) keysByTag.delete(tag)
      }
    },
  })

  /** The kept page's answer, or undefined. The one thing that a busy server does most: nothing here waits. */
  function answer(key: string, encoding: Encoding, ifNoneMatch: string | null): Response | undefined {
    const page = find(key)
    return page && respond(page, encoding, ifNoneMatch, true)
  }

  function find(key: string): KeptPage | undefined {
    const today = day()
    if (today !== keptDay) {
      keptDay = today
      clear()
    }
    return kept.get(key)
  }

  /** The kept page's answer, or the one that `make` makes; one making at a time for each key. */
  async function answerOrMake(
    key: string,
    encoding: Encoding,
    ifNoneMatch: string | null,
    make: () => Promise<Made>,
  ): Promise<Response> {
    const page = find(key)
    if (page) return respond(page, encoding, ifNoneMatch, true)
    const running = making.get(key)
    if (running) {
      const made = await running
      if ('variants' in made) return respond(made, encoding, ifNoneMatch)
      // The other one's answer is its own; this request makes its own as well.
    }
    const promise = makeAndKeep(key, make)
    making.set(key, promise)
    try {
      const made = await promise
      return 'variants' in made ? respond(made, encoding, ifNoneMatch) : (made as { response: Response }).response
    } finally {
      if (making.get(key) === promise) making.delete(key)
    }
  }

  async function makeAndKeep(key: string, make: () => Promise<Made>): Promise<Made | KeptPage> {
    let startedAt = 0
    const made = await inTurn(() => {
      startedAt = announcements
      return make()
    })
    if (!('page' in made)) return made
    const { body, route = '/*', ...rest } = made.page
    const page: KeptPage = {
      ...rest,
      count: countOf(route),
      packed: compress(body, 'zstd'),
      hash: Bun.hash(body).toString(36),
      variants: new Map(),
    }
    const changedMeanwhile =
      startedAt < forgottenUntil || page.tags.some((tag) => (announced.get(tag) ?? -1) > startedAt)
    if (!changedMeanwhile) {
      kept.set(key, page)
      for (const tag of page.tags) {
        const keys = keysByTag.get(tag)
        if (keys) keys.add(key)
        else keysByTag.set(tag, new Set([key]))
      }
    }
    return page
  }

  function countOf(route: string): AnswerCount {
    const count = counts.get(route) ?? { fresh: 0, known: 0 }
    counts.set(route, count)
    return count
  }

  function respond(page: KeptPage, encoding: Encoding, ifNoneMatch: string | null, wasKept = false): Response {
    let variant = page.variants.get(encoding)
    if (!variant) {
      variant = makeVariant(page, encoding)
      // Who takes no compression is rare, and the plain bytes are ten times as many.
      if (encoding !== 'identity') page.variants.set(encoding, variant)
    }
    const isKnown = ifNoneMatch === variant.etag
    if (wasKept) isKnown ? page.count.known++ : page.count.fresh++
    return (isKnown ? variant.known : variant.fresh).clone()
  }

  function makeVariant(page: KeptPage, encoding: Encoding): Variant {
    const etag = `"${page.hash}-${encoding}"`
    const body = encoding === 'zstd' ? page.packed : compress(unpack(page.packed), encoding)
    const own = {
      ...headers,
      'content-type': page.contentType,
      'cache-control': 'no-cache',
      ...page.headers,
      vary: 'accept, accept-encoding',
      etag,
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    }
    return {
      etag,
      fresh: new Response(body as Uint8Array<ArrayBuffer>, { headers: own }),
      known: new Response(null, { status: 304, headers: own }),
    }
  }

  /** Drops every page made of one of these; `*` drops all. */
  function announce(tags: string[]) {
    if (tags.includes('*')) return clear()
    announcements++
    // Whoever asks from now on must not get what was begun before.
    making.clear()
    if (announced.size > 10_000) {
      announced.clear()
      forgottenUntil = announcements
    }
    for (const tag of tags) {
      announced.set(tag, announcements)
      for (const key of [...(keysByTag.get(tag) ?? [])]) kept.delete(key)
    }
  }

  function clear() {
    announcements++
    forgottenUntil = announcements
    making.clear()
    kept.clear()
    keysByTag.clear()
  }

  return {
    answer,
    answerOrMake,
    announce,
    clear,
    size: () => kept.size,
    bytes: () => kept.calculatedSize,
    /** Answers from kept pages so far, by route. */
    answers: (): ReadonlyMap<string, Readonly<AnswerCount>> => counts,
  }
}

export type KeptPages = ReturnType<typeof createKeptPages>
