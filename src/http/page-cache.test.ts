import { expect, test } from 'bun:test'
import { createKeptPages, type Made } from './page-cache.ts'

const headers = { 'x-test': 'yes' }

test('a page is made once and then answered from its bytes, compressed once', async () => {
  const { kept, make, made } = pages()
  const first = await kept.answerOrMake('/a', 'gzip', null, make('one', ['red']))
  const again = kept.answer('/a', 'gzip', null)!
  expect(made()).toBe(1)
  expect(first.headers.get('content-encoding')).toBe('gzip')
  expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
  expect(Buffer.from(Bun.gunzipSync(new Uint8Array(await again.arrayBuffer()))).toString()).toBe('one')
})

test('a browser that has the page gets 304 without a body', async () => {
  const { kept, make } = pages()
  const etag = (await kept.answerOrMake('/a', 'identity', null, make('one', ['red']))).headers.get('etag')!
  const answer = kept.answer('/a', 'identity', etag)!
  expect(answer.status).toBe(304)
  expect(await answer.text()).toBe('')
})

test('a change drops the pages made of it and no other', async () => {
  const { kept, make } = pages()
  await kept.answerOrMake('/a', 'identity', null, make('a', ['red', 'blue']))
  await kept.answerOrMake('/b', 'identity', null, make('b', ['green']))
  kept.announce(['blue'])
  expect(kept.answer('/a', 'identity', null)).toBeUndefined()
  expect(kept.answer('/b', 'identity', null)).toBeDefined()
  kept.announce(['*'])
  expect(kept.size()).toBe(0)
})

test('a page whose data changes while it is made is answered but not kept', async () => {
  const { kept, make } = pages()
  const waiting = Promise.withResolvers<void>()
  const answer = kept.answerOrMake('/a', 'identity', null, async () => {
    await waiting.promise
    return await make('old', ['red'])()
  })
  kept.announce(['red'])
  waiting.resolve()
  expect(await (await answer).text()).toBe('old')
  expect(kept.answer('/a', 'identity', null)).toBeUndefined()
})

test('requests for a page that is being made wait for it', async () => {
  const { kept, make, made } = pages()
  const answers = await Promise.all(
    [1, 2, 3].map(() => kept.answerOrMake('/a', 'identity', null, make('one', ['red']))),
  )
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['one', 'one', 'one'])
  expect(made()).toBe(1)
})

test('who asks after a change never gets what was begun before it', async () => {
  const { kept, make } = pages()
  const waiting = Promise.withResolvers<void>()
  const before = kept.answerOrMake('/a', 'identity', null, async () => {
    await waiting.promise
    return await make('old', ['red'])()
  })
  kept.announce(['red'])
  const after = await kept.answerOrMake('/a', 'identity', null, make('new', ['red']))
  waiting.resolve()
  await before
  expect(await after.text()).toBe('new')
  expect(await kept.answer('/a', 'identity', null)!.text()).toBe('new')
})

test('an answer for one request alone is given to that request alone', async () => {
  const { kept } = pages()
  let calls = 0
  const own = async (): Promise<Made> => ({ response: new Response(`answer ${++calls}`, { status: 303 }) })
  const answers = await Promise.all([1, 2].map(() => kept.answerOrMake('/a', 'identity', null, own)))
  expect((await Promise.all(answers.map((answer) => answer.text()))).toSorted()).toEqual(['answer 1', 'answer 2'])
})

test('a new day drops everything, and what was begun the day before is not kept', async () => {
  const { kept, make, sleepUntil } = pages()
  await kept.answerOrMake('/a', 'identity', null, make('a', ['red']))
  const begun = kept.answerOrMake('/b', 'identity', null, make('b', ['red']))
  sleepUntil('2026-03-29')
  expect(kept.answer('/a', 'identity', null)).toBeUndefined()
  await begun
  expect(kept.answer('/b', 'identity', null)).toBeUndefined()
})

test('the same answer is given in full any number of times', async () => {
  const { kept, make } = pages()
  const first = await kept.answerOrMake('/a', 'identity', null, make('whole', ['red']))
  const texts = [first, kept.answer('/a', 'identity', null)!, kept.answer('/a', 'identity', null)!]
  expect(await Promise.all(texts.map((answer) => answer.text()))).toEqual(['whole', 'whole', 'whole'])
  texts[0]!.headers.set('x-test', 'changed')
  expect(kept.answer('/a', 'identity', null)!.headers.get('x-test')).toBe('yes')
})

test('an answer without compression is kept like the others, and its bytes are reckoned', async () => {
  const { kept, make } = pages()
  const text = 'the same words again '.repeat(5000)
  await kept.answerOrMake('/a', 'zstd', null, make(text, ['red']))
  const packed = kept.bytes()
  expect(await kept.answer('/a', 'identity', null)!.text()).toBe(text)
  const both = kept.bytes()
  expect(both - packed).toBeGreaterThan(text.length)
  expect(await kept.answer('/a', 'identity', null)!.text()).toBe(text)
  expect(kept.bytes()).toBe(both)
  kept.announce(['red'])
  expect([kept.size(), kept.bytes()]).toEqual([0, 0])
})

test('bytes that are added to what is kept push out what was unused for longest', async () => {
  const kept = createKeptPages({ maxBytes: 120_000, headers, day: () => '2026-03-28' })
  const large = 'the same words again '.repeat(2000)
  for (const key of ['/a', '/b', '/c']) {
    await kept.answerOrMake(key, 'zstd', null, async () => ({ page: page(large + key, ['red']) }))
  }
  expect(kept.size()).toBe(3)
  for (const key of ['/a', '/b', '/c']) {
    await kept.answerOrMake(key, 'identity', null, async () => ({ page: page(large + key, ['red']) }))
  }
  expect(kept.size()).toBe(2)
  expect(kept.bytes()).toBeLessThanOrEqual(120_000)
  kept.announce(['red'])
  expect(kept.size()).toBe(0)
})

test('memory is bounded: the page unused for longest goes first', async () => {
  const kept = createKeptPages({ maxBytes: 16_000, headers, day: () => '2026-03-28' })
  const big = crypto.getRandomValues(new Uint8Array(1000)).toBase64()
  for (const key of ['/a', '/b', '/c']) {
    await kept.answerOrMake(key, 'identity', null, async () => ({ page: page(big, ['red']) }))
  }
  expect(kept.size()).toBe(2)
  expect(kept.answer('/a', 'identity', null)).toBeUndefined()
})

function pages() {
  let count = 0
  let today = '2026-03-28'
  return {
    kept: createKeptPages({ maxBytes: 1_000_000, headers, day: () => today }),
    sleepUntil: (day: string) => {
      today = day
    },
    made: () => count,
    make: (text: string, tags: string[]) => async (): Promise<Made> => {
      count++
      await Bun.sleep(1)
      return { page: page(text, tags) }
    },
  }
}

function page(text: string, tags: string[]) {
  return { tags, contentType: 'text/html', body: new TextEncoder().encode(text) }
}
