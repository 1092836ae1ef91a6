import { expect, setDefaultTimeout, test } from 'bun:test'
import { createLog } from '#process/log.ts'
import type { Cdn, PurgeOutcome } from '#providers/cdn/cdn.ts'
import { createCdn } from '#providers/cdn/create-cdn.ts'
import { databaseOfFile } from '#test/of-file.ts'
import { until } from '#test/until.ts'
import { createEdgeHeaders, edgeTag, edgeTagsOf, everything, manyTags } from './edge-headers.ts'
import { purgeEdge } from './purge-edge.ts'

setDefaultTimeout(20_000)

const database = await databaseOfFile()

/** A server that takes purges as Varnish does, and says what it was told. */
function openEdge() {
  const purged: string[][] = []
  let status = 204
  const server = Bun.serve({
    port: 0,
    fetch(request) {
      if (status === 204) purged.push(request.headers.get('surrogate-key')!.split(' '))
      return new Response(null, { status })
    },
  })
  const cdn = createCdn({ kind: 'varnish', token: 'token', service: '', urls: [server.url.origin] })
  const answer = (next: number) => {
    status = next
  }
  return { purged, cdn, answer, stop: () => server.stop(true) }
}

function open(cdn: Cdn, day = () => new Date()) {
  const options = { gatherMs: 20, againMs: 150, beatMs: 50 }
  return purgeEdge({ cdn, databaseUrl: database.directUrl, log: createLog(() => {}), now: day, ...options })
}

test('one of two processes purges, gathers what comes together, and purges it once more', async () => {
  const edge = openEdge()
  const first = open(edge.cdn)
  await until(() => edge.purged.length === 1)
  // Whoever begins to purge does not know what was missed.
  expect(edge.purged[0]).toEqual([everything])
  const second = open(edge.cdn)
  await until(() => edge.purged.length === 2)
  edge.purged.length = 0
  for (const purger of [first, second]) {
    purger.announce(['register'])
    purger.announce(['register', 'register-entry:northern-fair'])
  }
  await until(() => edge.purged.length === 2)
  const both = ['register', edgeTag('register-entry:northern-fair'), manyTags]
  expect(edge.purged).toEqual([both, both])
  await Bun.sleep(250)
  expect(edge.purged.length).toBe(2)

  // The one that purges ends, and the other one takes its place.
  edge.purged.length = 0
  first.announce(['partners'])
  await first.stop()
  await until(() => edge.purged.length === 2)
  expect(edge.purged).toEqual([['partners', manyTags], [everything]])
  await second.stop()
  await edge.stop()
})

test('a purge that fails is sent again until it succeeds, with what came meanwhile', async () => {
  const edge = openEdge()
  const purger = open(edge.cdn)
  await until(() => edge.purged.length === 2)
  edge.purged.length = 0
  edge.answer(503)
  purger.announce(['register'])
  await Bun.sleep(100)
  purger.announce(['criteria'])
  edge.answer(204)
  await until(() => edge.purged.length > 0)
  expect(edge.purged[0]!.toSorted()).toEqual(['criteria', manyTags, 'register'])
  await purger.stop()
  await edge.stop()
})

test('a new day and what announces everything purge everything', async () => {
  const edge = openEdge()
  let now = new Date('2026-11-22T23:59:59Z')
  const purger = open(edge.cdn, () => now)
  await until(() => edge.purged.length === 2)
  edge.purged.length = 0
  now = new Date('2026-11-23T00:00:01Z')
  await until(() => edge.purged.length === 2)
  purger.announce(['register', '*'])
  await until(() => edge.purged.length === 4)
  expect(new Set(edge.purged.flat())).toEqual(new Set([everything]))
  await purger.stop()
  await edge.stop()
})

test('more tags than a purge takes are sent in parts', async () => {
  const purged: (readonly string[])[] = []
  const purge = async (tags: readonly string[]): Promise<PurgeOutcome> => {
    purged.push(tags)
    return { kind: 'purged' }
  }
  const edge = openEdge()
  const purger = open({ ...edge.cdn, maxTags: 30, purge })
  await until(() => purged.length === 2)
  purger.announce(Array.from({ length: 70 }, (_, at) => `register-entry:${at}`))
  await until(() => purged.length >= 5)
  expect(purged.slice(2, 5).map((tags) => tags.length)).toEqual([30, 30, 11])
  await purger.stop()
  await edge.stop()
})

test('tags tell nothing, and a page of many has one for all of them', () => {
  expect(edgeTagsOf(['register', 'register', 'register-city:leeds'])).toEqual([
    everything,
    'register',
    edgeTag('register-city:leeds'),
  ])
  expect(edgeTag('register-organiser:17')).toMatch(/^t-[\w-]{10}$/)
  const many = Array.from({ length: 101 }, (_, at) => `register-entry:${at}`)
  expect(edgeTagsOf(many)).toEqual([everything, manyTags])
  const longest = edgeTagsOf(many.slice(1)).join(' ')
  expect(longest.length).toBeLessThan(1400)
})

test('an answer says how long the edge may keep it: not past its end, not against its own rule, and never data where Accept is not read', () => {
  const settings = { token: 'token', service: 'service', urls: ['https://cdn.example'] }
  const fastly = createEdgeHeaders(createCdn({ kind: 'fastly', ...settings }))!
  const cloudflare = createEdgeHeaders(createCdn({ kind: 'cloudflare', ...settings }))!
  const page = {
    tags: ['register'],
    contentType: 'text/html; charset=utf-8',
    headers: { vary: 'accept, accept-encoding' },
  }
  expect(fastly.of(page)).toEqual({
    'surrogate-key': 'site register',
    'cache-control': 'public, max-age=0, s-maxage=600, must-revalidate',
    'surrogate-control': 'max-age=600, stale-while-revalidate=60, stale-if-error=3600',
  })
  expect(fastly.of(page, 12.9)).toMatchObject({
    'cache-control': 'public, max-age=0, s-maxage=12, must-revalidate',
    'surrogate-control': 'max-age=12',
  })
  expect(fastly.of(page, -5)).toMatchObject({ 'surrogate-control': 'max-age=0' })
  const badge = { ...page, headers: { 'cache-control': 'public, max-age=60' } }
  expect(cloudflare.of(badge)).toEqual({ 'cache-tag': 'site,register' })
  expect(cloudflare.of(page)['cloudflare-cdn-cache-control']).toStartWith('max-age=600,')
  const data = { ...page, contentType: 'application/json; charset=utf-8' }
  expect(cloudflare.of(data)).toEqual({ 'cache-control': 'private, no-cache' })
  expect(fastly.of(data)['surrogate-key']).toBe('site register')
})
