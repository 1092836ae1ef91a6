import { lookup } from 'node:dns/promises'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP } from 'node:net'
import { isPublicAddress } from '#process/public-address.ts'

/** From the name's look-up to the end of the answer, in milliseconds. */
const limitMs = 10_000
const limitBytes = 16 * 1024

export type PostOutcome = {
  /** `gone`: the endpoint wants no more (410). */
  kind: 'delivered' | 'failed' | 'gone' | 'broken-off'
  status: number | null
  reason: string
  /** Seconds (`Retry-After` of 429 and 503, RFC 9110); null where it asks for nothing. */
  retryAfter: number | null
  milliseconds: number
}

export type PostOptions = {
  /** For trying and for tests. */
  permitsLoopback?: boolean
  resolve?: (host: string) => Promise<string[]>
  limitMs?: number
  /** The attempt then counts as not made, whether or not the message has arrived. */
  breakOff?: AbortSignal
  /** In PEM, in place of the system's. */
  ca?: string
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

class Refusal extends Error {}
class NotPublic extends Refusal {}

/**
 * Posts to an address that a stranger has named. Unless every address of its host is public nothing is sent, and the connection goes to what
 * was checked, whatever the name means a moment later. Redirects are not followed. Never throws.
 */
export async function postWebhook(
  { address, headers, body }: Webhook,
  options: PostOptions = {},
): Promise<PostOutcome> {
  const begun = performance.now()
  const outcome = await attempt().catch((problem: Error & { code?: string }) => ({
    kind: options.breakOff?.aborted ? ('broken-off' as const) : ('failed' as const),
    status: null,
    reason: reasonOf(problem),
    retryAfter: null,
  }))
  return { ...outcome, milliseconds: Math.round(performance.now() - begun) }

  async function attempt(): Promise<Omit<PostOutcome, 'milliseconds'>> {
    const signal = AbortSignal.any([
      AbortSignal.timeout(options.limitMs ?? limitMs),
      ...(options.breakOff ? [options.breakOff] : []),
    ])
    const url = new URL(address)
    const addresses = await Promise.race([findAddresses(hostOf(url), options), aborted(signal)])
    const { status, retryAfter } = await send(url, addresses, { headers, body, ca: options.ca, signal })
    if (status >= 200 && status < 300) return { kind: 'delivered', status, retryAfter, reason: 'Delivered.' }
    if (status === 410)
      return { kind: 'gone', status, retryAfter, reason: 'The endpoint answered 410: it wants no more.' }
    const isRedirect = status >= 300 && status < 400
    const reason = isRedirect
      ? 'The endpoint redirects. We do not follow redirects.'
      : `The endpoint answered ${status}.`
    return { kind: 'failed', status, retryAfter, reason }
  }
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

/** A name that is not known yet may become so. */
export async function isPrivateHost(address: string, options: PostOptions = {}): Promise<boolean> {
  const found = findAddresses(hostOf(new URL(address)), options)
  const problem = await Promise.race([found, aborted(AbortSignal.timeout(3000))]).then(
    () => null,
    (thrown) => thrown,
  )
  return problem instanceof NotPublic
}

async function findAddresses(host: string, { resolve = addressesOf, permitsLoopback }: PostOptions): Promise<string[]> {
  const addresses = isIP(host) ? [host] : await resolve(host)
  const isLoopback = (address: string) => loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  const mayBeUsed = (address: string) => isPublicAddress(address) || (permitsLoopback && isLoopback(address))
  if (addresses.length === 0) throw new Refusal('The host name was not found.')
  if (!addresses.every(mayBeUsed)) throw new NotPublic('The host name leads to a network that is not public.')
  return addresses
}

const addressesOf = async (host: string) => (await lookup(host, { all: true })).map(({ address }) => address)

type Webhook = { address: string; headers: Record<string, string>; body: string }
type Answer = Pick<PostOutcome, 'retryAfter'> & { status: number }

async function send(
  url: URL,
  addresses: string[],
  { headers, body, ca, signal }: Omit<Webhook, 'address'> & { ca: string | undefined; signal: AbortSignal },
): Promise<Answer> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const known = addresses.map((address) => ({ address, family: isIP(address) }))
  return await new Promise((resolve, reject) => {
    // An answer that breaks off, or takes too long to end, has given its status all the same.
    let answer: Answer | null = null
    const end = (problem?: Error) => {
      sent.destroy()
      if (answer === null) reject(problem)
      else resolve(answer)
    }
    const sent = request(
      {
        host: hostOf(url),
        port: url.port || (url.protocol === 'https:' ? 443 : 80),
        path: url.pathname + url.search,
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        // The certificate is checked against the name; the address is the one that was checked above.
        lookup: (_host, { all }, done) => (all ? done(null, known) : done(null, known[0]!.address, known[0]!.family)),
        // No connection outlives its message: the next one is looked up and checked again.
        agent: false,
        signal,
        ...(ca ? { ca } : {}),
      },
      (response) => {
        const status = response.statusCode!
        const isBusy = status === 429 || status === 503
        answer = { status, retryAfter: isBusy ? readRetryAfter(response.headers['retry-after']) : null }
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes > limitBytes) end()
        })
        response.on('end', () => end())
        response.on('error', end)
      },
    )
    sent.on('error', end)
    sent.end(body)
  })
}

/** Seconds, or a date (RFC 9110, 10.2.3). */
function readRetryAfter(text = ''): number | null {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}

async function aborted(signal: AbortSignal): Promise<never> {
  return await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

/** The problem's own message may hold an address, and with it a key. */
function reasonOf(problem: Error & { code?: string }): string {
  const { name, code = '' } = problem
  if (problem instanceof Refusal) return problem.message
  if (name === 'TimeoutError' || name === 'AbortError') return 'There was no answer within 10 seconds.'
  if (/^(ENOTFOUND|EAI_|DNS)/.test(code)) return 'The host name was not found.'
  if (/CERT|TLS|SSL|SIGNATURE/.test(code)) return 'The certificate of the endpoint was not accepted.'
  return 'The endpoint could not be reached.'
}
