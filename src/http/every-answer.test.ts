import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import type { Type } from 'arktype'
import fc from 'fast-check'
import type { CallMethod } from '#api.ts'
import { projectRoot } from '#process/project-root.ts'
import { signInAdmin } from '#test/sign-in.ts'
import { openTestSite, type TestSite } from '#test/site.ts'
import { allPages, pageIds } from './all-pages.ts'
import { endpoints } from './endpoints.ts'
import { handlerOf } from './handlers.ts'

setDefaultTimeout(120_000)

/** Another seed asks other things: `FUZZ_SEED=7 FUZZ_RUNS=50 bun test src/http/every-answer.test.ts`. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261)
/** Requests to each route. */
const runs = Number(process.env.FUZZ_RUNS ?? 5)
const atOnce = 8

type Json = {
  type?: string
  enum?: unknown[]
  const?: unknown
  items?: Json
  anyOf?: Json[]
  properties?: Record<string, Json>
}
type Route = { path: string; method: CallMethod; takes?: 'json' | 'form'; body?: Json }
type SentRequest = { address: string; init: RequestInit & { headers: Record<string, string> } }

let site: TestSite
let cookie = ''

beforeAll(async () => {
  // Each request comes from an address of its own: it is to meet the route and not a limit.
  site = await openTestSite({ env: { trustProxy: 1 } })
  cookie = await signInAdmin(site)
})
afterAll(async () => {
  await site.close()
})

const pageHandlers = await Promise.all(pageIds.map((page) => handlerOf(page)))

/** Every page, every call, and what stands beside both. */
const routes: Route[] = [
  ...pageIds.flatMap((page, at): Route[] => [
    { path: allPages[page].path, method: 'GET' },
    ...(pageHandlers[at]!.act ? [{ path: allPages[page].path, method: 'POST', takes: 'form' } as const] : []),
  ]),
  ...endpoints.map(
    ({ path, method, schema }): Route => ({
      path,
      method,
      ...(schema ? { takes: 'json', body: shapeOf(schema) } : {}),
    }),
  ),
  ...[
    ...[
      '/covers/:tone/:file',
      '/covers/sports/:file',
      '/assets/:file',
      '/events/:slug.ics',
      '/events/:slug.png',
      '/:list.rss',
    ],
    ...[
      '/listings.json',
      '/events.ics',
      '/sitemap-:part.xml',
      '/sitemap.xml',
      '/manifest.webmanifest',
      '/sandbox/:page',
    ],
    ...[
      '/:file',
      '/.well-known/:file',
      '/robots.txt',
      '/api/:call',
      '/api/openapi.json',
      '/healthz',
      '/favicon.svg',
      '/listings/',
      '/evidence/files/:id',
      '/evidence/files/:id/preview',
      '/evidence/:appId/files',
    ],
  ].map((path): Route => ({ path, method: 'GET' })),
]

test('whatever is sent to any route is answered below 500, with the headers of every answer and a reference', async () => {
  const requests = routes.flatMap((route, index) => fc.sample(requestTo(route), { seed: seed + index, numRuns: runs }))
  const failed: string[] = []
  for (let at = 0; at < requests.length; at += atOnce) {
    await Promise.all(
      requests.slice(at, at + atOnce).map(async (sent) => {
        const problem = await problemOf(sent)
        if (problem) failed.push(`${problem}: ${JSON.stringify(sent).slice(0, 600)}`)
      }),
    )
  }
  expect(failed.slice(0, 5)).toEqual([])
  expect(site.logged.filter((line) => line.includes('"level":"error"'))).toEqual([])
})

async function problemOf({ address, init }: SentRequest): Promise<string | null> {
  const response = await fetch(site.origin + address, { ...init, redirect: 'manual' })
  // A download that breaks off has said 200 already: it is read to its end.
  const isWhole = await response.arrayBuffer().then(
    () => true,
    () => false,
  )
  if (response.status > 499 || !isWhole) return `answered with ${response.status}${isWhole ? '' : ', broken off'}`
  const missing = ['content-security-policy', 'x-content-type-options', 'referrer-policy', 'x-request-id'].filter(
    (name) => !response.headers.has(name),
  )
  return missing.length > 0 ? `${response.status} without ${missing.join(', ')}` : null
}

/** What breaks texts, numbers and names on their way: each as it would stand in a JSON body. */
const hostile = [
  ...[
    '\ud800',
    'a\udfffb',
    '\u0000',
    '\u202e',
    '%',
    '%00',
    '%ED%A0%80',
    '..%2f..',
    "' or 1=1 --",
    '{{7*7}}',
    '<script>',
    '',
  ],
  ...[
    'x'.repeat(5000),
    '🎪'.repeat(60),
    '0',
    '-1',
    '1e999',
    '99999999999999999999',
    'NaN',
    '2026-02-30',
    '24:61',
    '__proto__',
  ],
]
const hostileText = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary', maxLength: 40 }))
const hostileValue = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(1e308, -0, 2 ** 53, [], {}, [[]], null, { constructor: 1 }) },
)

/** Every name that a page, a form or a call of ours reads. */
const names = [
  ...new Set(
    [...new Bun.Glob('src/features/**/{act-,load-,read-}*.ts').scanSync(projectRoot)].flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?:form\.|query\.get\(')(\w+)/g)].map((match) => match[1]!),
    ),
  ),
].toSorted()

function requestTo(route: Route): fc.Arbitrary<SentRequest> {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']
  return fc
    .record({
      method: fc.oneof(
        { weight: 8, arbitrary: fc.constant(route.method) },
        { weight: 2, arbitrary: fc.constantFrom(...methods) },
      ),
      segments: fc.array(segment, { minLength: 4, maxLength: 4 }),
      query: fc.array(fc.tuple(fc.constantFrom(...names, 'limit', 'cursor'), inAddress), { maxLength: 4 }),
      headers: fc.dictionary(fc.constantFrom(...headerNames), headerValue, { maxKeys: 3 }),
      isSignedIn: fc.boolean(),
      client: fc.tuple(...Array.from({ length: 3 }, () => fc.nat(255))),
      body: route.takes === 'json' ? jsonBody(route.body) : formBody,
    })
    .map(({ method, segments, query, headers, isSignedIn, client, body }) => {
      let at = 0
      const path = route.path.replace(/:\w+/g, () => segments[at++]!)
      const search = query.map(([name, value]) => `${name}=${value}`).join('&')
      return {
        address: search ? `${path}?${search}` : path,
        init: {
          method,
          headers: {
            origin: site.origin,
            'x-forwarded-for': `10.${client.join('.')}`,
            ...(isSignedIn ? { cookie } : {}),
            ...(method === 'GET' || method === 'HEAD'
              ? {}
              : { 'content-type': route.takes === 'json' ? 'application/json' : 'application/x-www-form-urlencoded' }),
            ...headers,
          },
          ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
        },
      }
    })
}

/** Of an address: as it stands there, so that what no one would encode so is tried, too. */
const inAddress = fc.oneof(
  fc.constantFrom(
    '%',
    '%00',
    '%ED%A0%80',
    '%FF',
    '%2e%2e',
    'listings',
    'demo',
    'sports',
    '0',
    'enquiries',
    '%F0%9F%8E%AA',
  ),
  hostileText.map((text) => encodeURIComponent(text.toWellFormed())),
)
const segment = fc.oneof(
  inAddress.filter((text) => text !== ''),
  fc.uuid(),
  fc.constantFrom('northern-food-festival.svg', 'BEAA-2026-ABCDEF.pdf', 'fixed'),
)

const headerNames = [
  ...[
    'accept',
    'accept-encoding',
    'accept-language',
    'if-none-match',
    'if-modified-since',
    'range',
    'cookie',
    'origin',
  ],
  ...[
    'sec-fetch-site',
    'content-type',
    'content-encoding',
    'x-request-id',
    'x-forwarded-host',
    'x-original-url',
    'user-agent',
  ],
  ...['stripe-signature', 'authorization', 'x-http-method-override', 'expect-ct', 'forwarded'],
]
const headerValue = fc.oneof(
  fc.constantFrom(
    '',
    '*',
    '*/*;q=',
    'application/json',
    'text/html;q=0',
    'W/"a", "b"',
    'gzip;q=0, br;q=9',
    'zstd',
    'bytes=0-',
    'null',
  ),
  fc.constantFrom(
    'session=%',
    '__proto__=1; a=%ED%A0%80',
    't=1,v1=00',
    'Bearer x',
    'multipart/form-data; boundary=x',
    'x'.repeat(3000),
  ),
  fc.stringMatching(/^[ -~]{0,60}$/).map((text) => text.trim()),
)

const formBody = fc
  .array(fc.tuple(fc.constantFrom(...names), fc.oneof(inAddress, fc.constantFrom('ann@fairs.example', '1', 'on'))), {
    maxLength: 8,
  })
  .map((fields) => fields.map(([name, value]) => `${name}=${value}`).join('&'))

/** Mostly a body as the call describes it, in which one value was exchanged; sometimes something else altogether. */
function jsonBody(shape: Json | undefined): fc.Arbitrary<string> {
  const likely = shape ? likelyOf('', shape) : {}
  const fields = Object.keys(shape?.properties ?? {})
  const exchanged = fc
    .tuple(fc.constantFrom(...(fields.length > 0 ? fields : ['a'])), hostileValue)
    .map(([field, value]) => JSON.stringify({ ...(likely as object), [field]: value }))
  const anything = fc.oneof(fc.json(), fc.constantFrom('{', '"\\ud800"', '[[[[', '{"__proto__":{"a":1}}', '\u0000'))
  return fc.oneof({ weight: 5, arbitrary: exchanged }, { weight: 1, arbitrary: anything })
}

const known: Record<string, string> = {
  email: 'ann@fairs.example',
  contactEmail: 'ann@fairs.example',
  phone: '0161 496 0199',
  website: 'https://fairs.example',
  date: '2027-08-21',
  day: '2027-08-23',
  time: '10:30',
  applicationId: '0198f0a0-0000-7000-8000-000000000000',
  organisationId: '0198f0a0-0000-7000-8000-000000000000',
}

function likelyOf(name: string, shape: Json): unknown {
  if ('const' in shape) return shape.const
  if (shape.enum) return shape.enum[0]
  if (shape.anyOf) return likelyOf(name, shape.anyOf[0]!)
  if (shape.type === 'array') return shape.items ? [likelyOf(name, shape.items)] : []
  if (shape.properties)
    return Object.fromEntries(Object.entries(shape.properties).map(([key, inner]) => [key, likelyOf(key, inner)]))
  if (shape.type === 'boolean') return true
  if (shape.type === 'number' || shape.type === 'integer') return 1
  return known[name] ?? 'Northern Fairs'
}

function shapeOf(schema: Type): Json {
  return schema.in.toJsonSchema({ dialect: null, fallback: (context) => context.base }) as Json
}
