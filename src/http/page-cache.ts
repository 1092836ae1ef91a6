import { LRUCache } from 'lru-cache'
import { compress, decompress, type Encoding } from './compress.ts'
import { newReference } from './new-reference.ts'
import { isKnown } from './read-preferences.ts'
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
  /** Of the request that it is made for: answers from what is kept name it too, for they have no line in the log of their own. */
  reference?: string
}

/** Answers from kept pages of one route: the page itself, and 304 to a browser that has it. */
type AnswerCount = { fresh: number; known: number }

/** As it is kept: compressed, a tenth of its size. Each encoding is made from that when it is first asked for, and kept as well. */
type KeptPage = Omit<FinishedPage, 'body' | 'route'> & {
  reference: string
  packed: Uint8Array
  hash: string
  variants: Map<Encoding, Variant>
  count: AnswerCount
}

/** One encoding of a kept page: its finished answers. Nobody reads them: a copy shares their bytes, and is the cheapest answer there is. */
type Variant = { etag: string; fresh: Response; known: Response; bytes: number }

/** What making a page ends in: one to keep, or an answer for this request alone. */
export type Made = { page: FinishedPage } | { response: Response }

/** What a page takes beside its bytes, and what each of its encodings does: headers and bookkeeping. */
const overhead = 2048

/** Enough to render one page while the data of the next ones is on its way from the database. */
const maxAtOnce = 6

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
  const inTurn = takeTurns(maxAtOnce)
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
    sizeCalculation: (page) => {
      let bytes = page.packed.length + overhead
      for (const variant of page.variants.values()) bytes += variant.bytes + overhead
      return bytes
    },
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
    return page && respond(key, page, encoding, ifNoneMatch, true)
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
    if (page) return respond(key, page, encoding, ifNoneMatch, true)
    const running = making.get(key)
    if (running) {
      const made = await running
      if ('variants' in made) return respond(key, made, encoding, ifNoneMatch)
      // The other one's answer is its own; this request makes its own as well.
    }
    const promise = makeAndKeep(key, make)
    making.set(key, promise)
    try {
      const made = await promise
      return 'variants' in made ? respond(key, made, encoding, ifNoneMatch) : (made as { response: Response }).response
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
    const { body, route = '/*', reference = newReference(), ...rest } = made.page
    const page: KeptPage = {
      ...rest,
      reference,
      count: countOf(route),
      packed: compress(body, 'zstd'),
      hash: Bun.hash(body).toString(36),
      variants: new Map(),
    }
    const changedMeanwhile =
      startedAt < forgottenUntil || page.tags.some((tag) => (announced.get(tag) ?? -1) > startedAt)
    if (!changedMeanwhile) keep(key, page)
    return page
  }

  function keep(key: string, page: KeptPage): void {
    kept.set(key, page)
    for (const tag of page.tags) {
      const keys = keysByTag.get(tag)
      if (keys) keys.add(key)
      else keysByTag.set(tag, new Set([key]))
    }
  }

  function countOf(route: string): AnswerCount {
    const count = counts.get(route) ?? { fresh: 0, known: 0 }
    counts.set(route, count)
    return count
  }

  function respond(
    key: string,
    page: KeptPage,
    encoding: Encoding,
    ifNoneMatch: string | null,
    wasKept = false,
  ): Response {
    const variant = page.variants.get(encoding) ?? addVariant(key, page, encoding)
    const known = isKnown(ifNoneMatch, variant.etag)
    if (wasKept) known ? page.count.known++ : page.count.fresh++
    return (known ? variant.known : variant.fresh).clone()
  }

  function addVariant(key: string, page: KeptPage, encoding: Encoding): Variant {
    const variant = makeVariant(page, encoding)
    page.variants.set(encoding, variant)
    // What it takes is reckoned when it is put in: so it is put in anew.
    if (kept.peek(key) === page) {
      kept.delete(key)
      keep(key, page)
    }
    return variant
  }

  function makeVariant(page: KeptPage, encoding: Encoding): Variant {
    const etag = `"${page.hash}-${encoding}"`
    const body = encoding === 'zstd' ? page.packed : compress(decompress(page.packed), encoding)
    const own = {
      ...headers,
      'content-type': page.contentType,
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
      ...page.headers,
      'x-request-id': page.reference,
      etag,
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    }
    return {
      etag,
      fresh: new Response(body as Uint8Array<ArrayBuffer>, { headers: own }),
      known: new Response(null, { status: 304, headers: own }),
      bytes: body.length,
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
