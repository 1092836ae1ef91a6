import { expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { createCdn } from '#providers/cdn/create-cdn.ts'
import type { PageOrResponse } from '#requests/file-route.ts'
import { createEdgeHeaders } from './edge-headers.ts'
import { createPageCache } from './page-cache.ts'

const headers = { 'x-test': 'yes' }

test('a page is made once and then answered from its bytes, compressed once', async () => {
  const { cache, make, made } = pages()
  const first = await cache.answerOrMake('/a', 'gzip', null, make('one', ['red']))
  const again = cache.answer('/a', 'gzip', null)!
  expect(made()).toBe(1)
  expect(first.headers.get('content-encoding')).toBe('gzip')
  expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
  expect(Buffer.from(Bun.gunzipSync(new Uint8Array(await again.arrayBuffer()))).toString()).toBe('one')
})

test('a browser that has the page gets 304 without a body', async () => {
  const { cache, make } = pages()
  const etag = (await cache.answerOrMake('/a', 'identity', null, make('one', ['red']))).headers.get('etag')!
  const answer = cache.answer('/a', 'identity', etag)!
  expect(answer.status).toBe(304)
  expect(await answer.text()).toBe('')
})

test('a change drops the pages made of it and no other', async () => {
  const { cache, make } = pages()
  await cache.answerOrMake('/a', 'identity', null, make('a', ['red', 'blue']))
  await cache.answerOrMake('/b', 'identity', null, make('b', ['green']))
  cache.announce(['blue'])
  expect(cache.answer('/a', 'identity', null)).toBeUndefined()
  expect(cache.answer('/b', 'identity', null)).toBeDefined()
  cache.announce(['*'])
  expect(cache.size()).toBe(0)
})

test('a page that says something until a moment is made anew from then on', async () => {
  let now = new Date('2026-03-28T12:00:00Z')
  const cache = createPageCache({ maxBytes: 5000, headers, day: () => '2026-03-28', now: () => now })
  const until = Date.parse('2026-03-28T12:30:00Z')
  await cache.answerOrMake('/a', 'identity', null, async () => ({ page: { ...page('valid', ['red']), until } }))
  now = new Date(until - 1)
  expect(cache.answer('/a', 'identity', null)).toBeDefined()
  now = new Date(until)
  expect(cache.answer('/a', 'identity', null)).toBeUndefined()
  expect(cache.size()).toBe(0)
})

/** A page begins to be made in the next turn of the process. */
const untilBegun = () => Bun.sleep(0)

test('a page whose data changes while it is made is answered but not kept', async () => {
  const { cache, make } = pages()
  const waiting = Promise.withResolvers<void>()
  const answer = cache.answerOrMake('/a', 'identity', null, async () => {
    await waiting.promise
    return await make('old', ['red'])()
  })
  await untilBegun()
  cache.announce(['red'])
  waiting.resolve()
  expect(await (await answer).text()).toBe('old')
  expect(cache.answer('/a', 'identity', null)).toBeUndefined()
})

test('a CDN may keep a page until its end, and not one whose data changed while it was made', async () => {
  let now = new Date('2026-03-28T12:00:00Z')
  const cdn = createCdn({ kind: 'varnish', token: 'token', service: '', urls: ['http://127.0.0.1:9'] })
  const edge = createEdgeHeaders(cdn)
  const cache = createPageCache({ maxBytes: 9000, headers, day: () => '2026-03-28', now: () => now, edge })
  const until = Date.parse('2026-03-28T12:30:00Z')
  const make = async () => ({ page: { ...page('valid', ['red']), until } })
  const controlOf = (response: Response) => response.headers.get('cache-control')
  const forTenMinutes = 'public, max-age=0, s-maxage=600, must-revalidate'
  expect(controlOf(await cache.answerOrMake('/a', 'identity', null, make))).toBe(forTenMinutes)
  now = new Date(until - 9500)
  expect(controlOf(cache.answer('/a', 'identity', null)!)).toBe('public, max-age=0, s-maxage=9, must-revalidate')
  now = new Date(until - 1_800_000)
  expect(controlOf(cache.answer('/a', 'identity', null)!)).toBe(forTenMinutes)

  const answer = cache.answerOrMake('/b', 'identity', null, async () => {
    cache.announce(['red'])
    return await make()
  })
  expect(controlOf(await answer)).toBe('private, no-cache')
})

test('requests for a page that is being made wait for it', async () => {
  const { cache, make, made } = pages()
  const answers = await Promise.all(
    [1, 2, 3].map(() => cache.answerOrMake('/a', 'identity', null, make('one', ['red']))),
  )
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['one', 'one', 'one'])
  expect(made()).toBe(1)
})

test('who asks after a change never gets what was begun before it', async () => {
  const { cache, make } = pages()
  const waiting = Promise.withResolvers<void>()
  const before = cache.answerOrMake('/a', 'identity', null, async () => {
    await waiting.promise
    return await make('old', ['red'])()
  })
  await untilBegun()
  cache.announce(['red'])
  const after = await cache.answerOrMake('/a', 'identity', null, make('new', ['red']))
  waiting.resolve()
  await before
  expect(await after.text()).toBe('new')
  expect(await cache.answer('/a', 'identity', null)!.text()).toBe('new')
})

test('an answer for one request alone is given to that request alone', async () => {
  const { cache } = pages()
  let calls = 0
  const own = async (): Promise<PageOrResponse> => ({ response: new Response(`answer ${++calls}`, { status: 303 }) })
  const answers = await Promise.all([1, 2].map(() => cache.answerOrMake('/a', 'identity', null, own)))
  expect((await Promise.all(answers.map((answer) => answer.text()))).toSorted()).toEqual(['answer 1', 'answer 2'])
})

test('a new day drops everything, and what was begun the day before is not kept', async () => {
  const { cache, make, sleepUntil } = pages()
  await cache.answerOrMake('/a', 'identity', null, make('a', ['red']))
  const begun = cache.answerOrMake('/b', 'identity', null, async () => {
    await Bun.sleep(5)
    return await make('b', ['red'])()
  })
  await untilBegun()
  sleepUntil('2026-03-29')
  expect(cache.answer('/a', 'identity', null)).toBeUndefined()
  await begun
  expect(cache.answer('/b', 'identity', null)).toBeUndefined()
})

test('the same answer is given in full any number of times', async () => {
  const { cache, make } = pages()
  const first = await cache.answerOrMake('/a', 'identity', null, make('whole', ['red']))
  const texts = [first, cache.answer('/a', 'identity', null)!, cache.answer('/a', 'identity', null)!]
  expect(await Promise.all(texts.map((answer) => answer.text()))).toEqual(['whole', 'whole', 'whole'])
  texts[0]!.headers.set('x-test', 'changed')
  expect(cache.answer('/a', 'identity', null)!.headers.get('x-test')).toBe('yes')
})

test('a page is held in the encodings that were asked for, each a copy of the same text', async () => {
  const { cache, make, made } = pages()
  const text = 'the same words again '.repeat(500)
  await cache.answerOrMake('/a', 'br', null, make(text, ['red']))
  const one = cache.bytes()
  const decompress = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync, identity: Buffer.from }
  for (const encoding of ['br', 'gzip', 'zstd', 'identity'] as const) {
    const answer = await cache.answerOrMake('/a', encoding, null, make('another', ['red']))
    expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
    expect(decompress[encoding](await answer.bytes()).toString()).toBe(text)
  }
  expect(made()).toBe(1)
  expect(one).toBeLessThan(text.length)
  expect(cache.bytes()).toBeGreaterThan(one + text.length)
})

test('a page that is larger than the whole cache is answered and leaves nothing behind', async () => {
  const cache = createPageCache({ maxBytes: 5000, headers, day: () => '2026-03-28' })
  const large = 'long '.repeat(2000)
  const answer = await cache.answerOrMake('/a', 'identity', null, async () => ({ page: page(large, ['red']) }))
  expect(await answer.text()).toBe(large)
  expect([cache.size(), cache.bytes()]).toEqual([0, 0])
})

test('an answer without compression is kept like the others, and its bytes are reckoned', async () => {
  const { cache, make } = pages()
  const text = 'the same words again '.repeat(5000)
  await cache.answerOrMake('/a', 'zstd', null, make(text, ['red']))
  const packed = cache.bytes()
  expect(cache.answer('/a', 'identity', null)).toBeUndefined()
  expect(await (await cache.answerOrMake('/a', 'identity', null, make('another', ['red']))).text()).toBe(text)
  const both = cache.bytes()
  expect(both - packed).toBeGreaterThan(text.length)
  expect(await cache.answer('/a', 'identity', null)!.text()).toBe(text)
  expect(cache.bytes()).toBe(both)
  cache.announce(['red'])
  expect([cache.size(), cache.bytes()]).toEqual([0, 0])
})

test('bytes that are added to what is cached push out what was unused for longest', async () => {
  const cache = createPageCache({ maxBytes: 120_000, headers, day: () => '2026-03-28' })
  const large = 'the same words again '.repeat(2000)
  for (const key of ['/a', '/b', '/c']) {
    await cache.answerOrMake(key, 'zstd', null, async () => ({ page: page(large + key, ['red']) }))
  }
  expect(cache.size()).toBe(3)
  for (const key of ['/a', '/b', '/c']) {
    await cache.answerOrMake(key, 'identity', null, async () => ({ page: page(large + key, ['red']) }))
  }
  expect(cache.size()).toBe(2)
  expect(cache.bytes()).toBeLessThanOrEqual(120_000)
  cache.announce(['red'])
  expect(cache.size()).toBe(0)
})

test('memory is bounded: the page unused for longest goes first', async () => {
  const cache = createPageCache({ maxBytes: 13_000, headers, day: () => '2026-03-28' })
  const big = crypto.getRandomValues(new Uint8Array(1000)).toBase64()
  for (const key of ['/a', '/b', '/c']) {
    await cache.answerOrMake(key, 'identity', null, async () => ({ page: page(big, ['red']) }))
  }
  expect(cache.size()).toBe(2)
  expect(cache.answer('/a', 'identity', null)).toBeUndefined()
})

function pages() {
  let count = 0
  let today = '2026-03-28'
  return {
    cache: createPageCache({ maxBytes: 1_000_000, headers, day: () => today }),
    sleepUntil: (day: string) => {
      today = day
    },
    made: () => count,
    make: (text: string, tags: string[]) => async (): Promise<PageOrResponse> => {
      count++
      await Bun.sleep(1)
      return { page: page(text, tags) }
    },
  }
}

function page(text: string, tags: string[]) {
  return { tags, contentType: 'text/html', body: new TextEncoder().encode(text) }
}
