import type { Log } from '../log.ts'
import type { Replica, Replicas } from './replicas.ts'

type PassOnOptions = {
  replicas: Replicas
  log: Log
  /** Proxies in front of this one; 0 drops what a client says of its own address. */
  trustProxy: number
}

/** Headers that belong to one connection (RFC 9110, 7.6.1). */
const ofConnection = ['connection', 'keep-alive', 'proxy-connection', 'te', 'transfer-encoding', 'upgrade']

/**
 * Passes requests on to replicas, untouched but for the forwarding headers.
 *
 * A request that reached nobody is tried at another replica. One that may have been begun is repeated only where it changes nothing:
 * the second copy of a post is worse than an answer that says so.
 */
export function createPassOn({ replicas, log, trustProxy }: PassOnOptions) {
  return async function passOn(request: Request, clientAddress: string): Promise<Response> {
    // With a `Host` that is none the server knows no address, and what is made of that would fail like a replica that is gone.
    if (!URL.canParse(request.url)) return plain('This request names no host.', 400)
    const isRepeatable = request.method === 'GET' || request.method === 'HEAD'
    // The site takes 512 KB at most, so a body can be held for a second attempt.
    const body = isRepeatable ? null : await request.arrayBuffer()
    const path = pathOf(request.url)
    const headers = forwarded(request.headers, clientAddress)
    const tried = new Set<Replica>()
    for (;;) {
      const replica = replicas.choose(tried)
      if (!replica) return unavailable()
      tried.add(replica)
      replica.open++
      try {
        const response = await fetch(`${replica.origin}${path}`, {
          method: request.method,
          headers,
          body,
          redirect: 'manual',
          // A connection of its own tells "reached nobody" from "broke": one that was kept may have been closed meanwhile.
          keepalive: isRepeatable,
          // The bytes as they are: whoever asked unpacks them.
          decompress: false,
          signal: request.signal,
        })
        return handOn(response, replica)
      } catch (problem) {
        replica.open--
        if (request.signal.aborted) return new Response(null, { status: 499 })
        const code = problem instanceof Error && 'code' in problem ? String(problem.code) : 'unknown'
        log.error('replica did not answer', { origin: replica.origin, code })
        replicas.reportGone(replica)
        if (!isRepeatable && code !== 'ECONNREFUSED') return broken()
      }
    }
  }

  function forwarded(given: Headers, clientAddress: string): Headers {
    const headers = new Headers(given)
    for (const name of ofConnection) headers.delete(name)
    const before = trustProxy > 0 ? given.get('x-forwarded-for') : null
    headers.set('x-forwarded-for', before ? `${before}, ${clientAddress}` : clientAddress)
    if (trustProxy === 0 || !given.has('x-request-id')) headers.set('x-request-id', Bun.randomUUIDv7())
    return headers
  }

  function handOn(response: Response, replica: Replica): Response {
    const headers = new Headers(response.headers)
    for (const name of ofConnection) headers.delete(name)
    const { status } = response
    if (!response.body) {
      replica.open--
      return new Response(null, { status, headers })
    }
    let isOpen = true
    const done = () => {
      if (isOpen) replica.open--
      isOpen = false
    }
    const reader = response.body.getReader()
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        try {
          const part = await reader.read()
          if (!part.done) return controller.enqueue(part.value)
          done()
          controller.close()
        } catch (problem) {
          done()
          controller.error(problem)
        }
      },
      cancel: async (reason) => {
        done()
        await reader.cancel(reason)
      },
    })
    return new Response(body, { status, headers })
  }
}

/** Path and query as they were sent. */
function pathOf(url: string): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2))
}

function unavailable(): Response {
  return plain('The site is not available at the moment. Please try again in a minute.', 503, { 'retry-after': '5' })
}

function broken(): Response {
  return plain(
    'The connection broke before there was an answer. Please check whether it was done, then try again.',
    502,
  )
}

function plain(text: string, status: number, headers: Record<string, string> = {}): Response {
  return new Response(text, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })
}
