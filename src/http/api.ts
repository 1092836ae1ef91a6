import { Elysia } from 'elysia'
import { openApiPath } from '#api.ts'
import { byteTurns, type Turn } from '#process/byte-turns.ts'
import type { Answer, FileAnswer } from '#requests/command.ts'
import { chooseEncoding, compress } from '#requests/compress.ts'
import type { PageOrResponse } from '#requests/file-route.ts'
import { isKnown } from '#requests/read-preferences.ts'
import { runCommand } from '#requests/run-command.ts'
import type { Services } from '#requests/services.ts'
import type { Visitor } from '#requests/visitor.ts'
import { type Failure, failure, isFailure } from '#wire/failure.ts'
import { areas, endpoints, type RoutedCall } from './endpoints.ts'
import { failureResponse, newReference } from './failure-response.ts'
import type { Guard } from './guard-request.ts'
import { otherMethod, readMethods, routing } from './methods.ts'
import { openApiDocument } from './openapi.ts'
import { rawBodyLimit, readBytes, readJson, readText } from './read-body.ts'
import type { Security } from './security.ts'
import type { PageServer } from './serve-page.ts'

type Context = {
  services: Services
  reading: Services
  security: Security
  pages: Pick<PageServer, 'answerOrMake'>
  guarded: Guard
  visitorOf: (request: Request) => Visitor
  failed: (problem: { request: Request; error: unknown }) => Promise<Response>
}

/** Its schemas take longer to load than all pages, so a new process shows pages first. */
export function createApi(context: Context): (request: Request) => Response | Promise<Response> {
  const { services, reading, security, pages, guarded, visitorOf, failed } = context
  const api = new Elysia(routing).onError(failed)
  for (const endpoint of endpoints) {
    api.route(
      endpoint.method,
      endpoint.path,
      async ({ request, params }) => {
        const response = await guarded(request, endpoint.path, (reference) =>
          answer(endpoint, request, params as Record<string, string>, reference),
        )
        if (endpoint.isOpen) opened(response)
        return response
      },
      { parse: 'none' },
    )
  }
  let document: Record<string, unknown> | undefined
  for (const [path, methods] of methodsByPath()) {
    const isOpen = endpoints.some((endpoint) => endpoint.path === path && endpoint.isOpen)
    const other = (request: Request) => otherMethod(request, methods, security.headers) ?? noSuchCall()
    api.all(path, ({ request }) => (isOpen ? opened(other(request), methods) : other(request)), { parse: 'none' })
  }
  api
    .get(openApiPath, () => {
      document ??= openApiDocument(areas, services.brand, services.env.publicUrl)
      return Response.json(document, { headers: { ...security.headers, 'cache-control': 'no-cache' } })
    })
    .all('/api/*', noSuchCall, { parse: 'none' })
  return api.fetch

  function noSuchCall(): Response {
    return failureResponse(failure('not-found', 'There is no such call.'), newReference(), security.headers)
  }

  async function answer(endpoint: RoutedCall, request: Request, params: Record<string, string>, reference: string) {
    const make = (given: Services) =>
      callEndpoint(endpoint, request, params, visitorOf(request), reference, { services: given, security })
    const isShared = endpoint.method === 'GET' && endpoint.permission === 'anyone' && !endpoint.limit
    if (isShared)
      return await pages.answerOrMake(
        { request, reference, page: null, route: '/*' },
        make,
        keptCall(endpoint, request),
      )
    const made = await make(endpoint.method === 'GET' ? reading : services)
    if ('page' in made) throw new Error(`${endpoint.path} is not shared, but its answer names tags.`)
    return made.response
  }
}

function keptCall({ query }: RoutedCall, request: Request): string {
  const { pathname, searchParams } = new URL(request.url)
  const asked = Object.fromEntries(searchParams)
  const { props } = (query ?? { props: [] }) as { props: { key: string }[] }
  const names = props.map(({ key }) => key).filter((name) => Object.hasOwn(asked, name))
  return names.length === 0 ? pathname : `${pathname}?${new URLSearchParams(names.map((name) => [name, asked[name]!]))}`
}

const exposed = 'Link, X-Total-Count, X-Total-Count-Relation, ETag, RateLimit, RateLimit-Policy, Retry-After'

/** For scripts of any site, without cookies. @param asked methods of the address, for a preflight. */
function opened(response: Response, asked?: string[]): Response {
  response.headers.set('access-control-allow-origin', '*')
  response.headers.set('cross-origin-resource-policy', 'cross-origin')
  if (!asked) response.headers.set('access-control-expose-headers', exposed)
  else {
    response.headers.set('access-control-allow-methods', asked.join(', '))
    response.headers.set('access-control-allow-headers', 'content-type')
    response.headers.set('access-control-max-age', '86400')
  }
  return response
}

function methodsByPath(): Map<string, string[]> {
  const methods = new Map<string, string[]>([[openApiPath, readMethods]])
  for (const { path, method } of endpoints) {
    methods.set(path, [...(methods.get(path) ?? []), ...(method === 'GET' ? readMethods : [method])])
  }
  return methods
}

const contentType = 'application/json; charset=utf-8'

/** A change may take a minute to be seen everywhere. */
const sharedCache = 'public, max-age=0, s-maxage=30, must-revalidate'

/** The server holds up to a megabyte of each body, so too many bodies are refused first. A sender slower than 0.4 Mbit/s makes room for others. */
const turns = byteTurns({ max: 16, ofOne: 6, graceMs: 5000, slowest: 50_000, longestMs: 120_000 })
const isFull = failure('unavailable', 'Many documents are being sent at the moment. Please send this part again.', {
  retryAfter: 2,
})

type CallContext = { services: Services; security: Security }

export async function callEndpoint(
  endpoint: RoutedCall,
  request: Request,
  params: Record<string, string>,
  visitor: Visitor,
  reference: string,
  { services, security }: CallContext,
): Promise<PageOrResponse> {
  const outcome = endpoint.bytes ? await turns.take(visitor.address, answerOrFailure) : await answerOrFailure()
  if (outcome === 'ended') {
    const response = failureResponse(isFull, reference, security.headers)
    // Nobody reads the rest of a slow body.
    response.headers.set('connection', 'close')
    return { response }
  }
  if (isFailure(outcome)) return { response: failureResponse(outcome, reference, security.headers) }
  if ('file' in outcome) {
    const noteBreak = (problem: unknown) =>
      services.log.error('file broke off', { route: endpoint.path, reference }, problem)
    return { response: fileResponse(outcome, request, security, noteBreak) }
  }
  const body = new TextEncoder().encode(JSON.stringify(outcome.answer))
  if (!outcome.tags) return { response: directAnswer(outcome, body, request, security) }
  const { tags, headers } = outcome
  return { page: { tags, contentType, body, headers: { 'cache-control': sharedCache, ...headers } } }

  async function answerOrFailure(turn?: Turn): Promise<Answer | FileAnswer | Failure> {
    const changes = endpoint.method !== 'GET'
    if (changes && endpoint.permission !== 'signature' && !endpoint.isOpen && !security.isSameOrigin(request.headers)) {
      return failure('forbidden', 'The call was not made from this site.')
    }
    const { headers, url } = request
    const query = Object.fromEntries(new URL(url).searchParams)
    const max = endpoint.bytes ?? endpoint.rawBody?.max ?? 0
    const bytes = (own = turn) => readBytes(request, max, own)
    return await runCommand(endpoint, { params, query, readInput, readBytes: bytes, headers, visitor, services })
  }

  async function readInput() {
    if (endpoint.rawBody?.max) return { value: {} }
    if (endpoint.rawBody) {
      const raw = await readText(request, rawBodyLimit)
      return typeof raw === 'string' ? { raw, value: {} } : raw
    }
    return endpoint.schema ? await readJson(request) : { value: {} }
  }
}

function fileResponse(
  { file, contentType, headers: own }: FileAnswer,
  request: Request,
  security: Security,
  noteBreak: (problem: unknown) => void,
): Response {
  const headers = { ...security.headers, ...security.personal, 'content-type': contentType, ...own }
  if (own?.etag && isKnown(request.headers.get('if-none-match'), own.etag)) {
    return new Response(null, { status: 304, headers })
  }
  const body = file instanceof ReadableStream ? breakingQuietly(file, noteBreak) : file
  return new Response(body as BodyInit, { headers })
}

/** Errors of a stream break the connection, and are logged: the server would print the values that a driver quotes. */
function breakingQuietly(file: ReadableStream<Uint8Array>, noteBreak: (problem: unknown) => void) {
  const reader = file.getReader()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (problem) {
        noteBreak(problem)
        controller.error(new Error('A file broke off.'))
      }
    },
    cancel: async (reason) => await reader.cancel(reason),
  })
}

function directAnswer(outcome: Answer, body: Uint8Array, request: Request, security: Security): Response {
  const headers = new Headers({
    ...security.headers,
    ...(outcome.cacheControl ? { 'cache-control': outcome.cacheControl } : security.personal),
    'content-type': contentType,
    vary: 'accept-encoding',
    ...outcome.headers,
  })
  for (const cookie of outcome.cookies ?? []) headers.append('set-cookie', cookie)
  const encoding = body.length > 1000 ? chooseEncoding(request.headers.get('accept-encoding')) : 'identity'
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  if (outcome.cacheControl) {
    const etag = `"${Bun.hash(body).toString(36)}-${encoding}"`
    headers.set('etag', etag)
    if (isKnown(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  }
  return new Response(compress(body, encoding) as Uint8Array<ArrayBuffer>, { status: outcome.status ?? 200, headers })
}
