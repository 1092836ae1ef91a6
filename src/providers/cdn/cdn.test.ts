import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createCdn } from './create-cdn.ts'

type ReceivedCall = { method: string; path: string; headers: Headers; body: string }

const received: ReceivedCall[] = []
let answer: (path: string) => Response = () => new Response('{}')
let server: Bun.Server<undefined>
let url = ''
beforeAll(() => {
  server = Bun.serve({
    port: 0,
    async fetch(request) {
      const path = new URL(request.url).pathname
      received.push({ method: request.method, path, headers: request.headers, body: await request.text() })
      return answer(path)
    },
  })
  url = server.url.origin
})
afterAll(() => server.stop(true))

const tags = ['site', 't-abc']

test('Fastly is told by its batch call with the token', async () => {
  const cdn = createCdn({ kind: 'fastly', token: 'token', service: 'Svc1', urls: [url] })
  expect(await cdn.purge(tags)).toEqual({ kind: 'purged' })
  const { method, path, headers, body } = received.pop()!
  expect([method, path, headers.get('fastly-key')]).toEqual(['POST', '/service/Svc1/purge', 'token'])
  expect(JSON.parse(body)).toEqual({ surrogate_keys: tags })
  expect(cdn.tagHeader(tags)).toEqual({ 'surrogate-key': 'site t-abc' })
})

test('Cloudflare is told by the zone, and names tags with commas', async () => {
  const cdn = createCdn({ kind: 'cloudflare', token: 'token', service: 'zone1', urls: [url] })
  expect(await cdn.purge(tags)).toEqual({ kind: 'purged' })
  const { method, path, headers, body } = received.pop()!
  expect([method, path, headers.get('authorization')]).toEqual(['POST', '/zones/zone1/purge_cache', 'Bearer token'])
  expect(JSON.parse(body)).toEqual({ tags })
  expect(cdn.tagHeader(tags)).toEqual({ 'cache-tag': 'site,t-abc' })
})

test('every Varnish is told, and one that fails makes the purge fail', async () => {
  const urls = [`${url}/one`, `${url}/two`]
  const cdn = createCdn({ kind: 'varnish', token: 'token', service: '', urls })
  expect(await cdn.purge(tags)).toEqual({ kind: 'purged' })
  const both = received.splice(0)
  expect(both.map(({ path }) => path).toSorted()).toEqual(['/one', '/two'])
  for (const { method, headers } of both) {
    expect([method, headers.get('authorization'), headers.get('surrogate-key')]).toEqual([
      'PURGE',
      'Bearer token',
      'site t-abc',
    ])
  }
  answer = (path) => new Response(null, { status: path === '/two' ? 503 : 200 })
  expect(await cdn.purge(tags)).toEqual({ kind: 'unavailable', reason: 'The CDN answered with 503.' })
})

test('one that cannot be reached, refuses or sends elsewhere is unavailable, in words without address and token', async () => {
  const away = createCdn({ kind: 'fastly', token: 'token-secret', service: 'Svc1', urls: ['http://127.0.0.1:9'] })
  expect(await away.purge(tags)).toEqual({ kind: 'unavailable', reason: 'The CDN was not reached.' })
  const cdn = createCdn({ kind: 'fastly', token: 'token-secret', service: 'Svc1', urls: [url] })
  answer = () => new Response('{"msg":"token-secret"}', { status: 401 })
  expect(await cdn.purge(tags)).toEqual({ kind: 'unavailable', reason: 'The CDN answered with 401.' })
  answer = () => new Response(null, { status: 302, headers: { location: 'https://elsewhere.example' } })
  expect(await cdn.purge(tags)).toEqual({ kind: 'unavailable', reason: 'The CDN answered with 302.' })
})
