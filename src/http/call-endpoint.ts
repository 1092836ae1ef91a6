import { byteTurns, type Turn } from '#process/byte-turns.ts'
import type { Answer, FileAnswer } from '#requests/command.ts'
import { chooseEncoding, compress } from '#requests/compress.ts'
import type { PageOrResponse } from '#requests/file-route.ts'
import { isKnown } from '#requests/read-preferences.ts'
import { runCommand } from '#requests/run-command.ts'
import type { Services } from '#requests/services.ts'
import type { Visitor } from '#requests/visitor.ts'
import { type Failure, failure, isFailure } from '#wire/failure.ts'
import type { RoutedCall } from './endpoints.ts'
import { failureResponse } from './failure-response.ts'
import { rawBodyLimit, readBytes, readJson, readText } from './read-body.ts'
import type { Security } from './security.ts'

const contentType = 'application/json; charset=utf-8'

/** A change may take a minute to be seen everywhere. */
const sharedCache = 'public, max-age=0, s-maxage=30, must-revalidate'

/** The server holds up to a megabyte of each body, so too many bodies are refused first. A sender slower than 0.4 Mbit/s makes room for others. */
const turns = byteTurns({ max: 16, ofOne: 6, graceMs: 5000, slowest: 50_000, longestMs: 120_000 })
const isFull = failure('unavailable', 'Many documents are being sent at the moment. Please send this part again.', {
  retryAfter: 2,
})

type Context = { services: Services; security: Security }

export async function callEndpoint(
  endpoint: RoutedCall,
  request: Request,
  params: Record<string, string>,
  visitor: Visitor,
  reference: string,
  { services, security }: Context,
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
function breakingQuietly(
  file: ReadableStream<Uint8Array>,
  noteBreak: (problem: unknown) => void,
): ReadableStream<Uint8Array> {
  const reader = file.getReader()
  return new ReadableStream({
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
