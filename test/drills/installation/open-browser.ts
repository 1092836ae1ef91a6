import type { Balancer } from '../start-balancer.ts'
import { type Kind, manners, type RequestCounter } from './count-requests.ts'

export type Answer = { status: number; headers: Headers; bytes: Uint8Array; text: string }
type Request = {
  method?: string
  json?: unknown
  form?: Record<string, string>
  bytes?: Uint8Array<ArrayBuffer>
  /** Answers that are right; 200 without. */
  right?: number[]
}
export type Browser = ReturnType<typeof openBrowser>

const againAfterMs = 400
const patienceMs = 90_000
const answerMs = 30_000

/** A browser with cookies and an address of its own, at the balancer. */
export function openBrowser({ origin, ask: send }: Pick<Balancer, 'origin' | 'ask'>, counter: RequestCounter) {
  const cookies = new Map<string, string>()
  const address = randomAddress()

  /**
   * Asks for a path. What may be sent again (`manners`) is sent until it is answered, as a person presses again, for a minute and a half.
   *
   * @returns null where there was no answer that is right; it has been counted then.
   */
  async function ask(kind: Kind, path: string, request: Request = {}): Promise<Answer | null> {
    const { right = [200] } = request
    for (const end = performance.now() + patienceMs; ; await Bun.sleep(againAfterMs)) {
      const began = performance.now()
      const answer = await attempt(path, request)
      if (typeof answer !== 'string' && right.includes(answer.status)) {
        counter.answered(kind, performance.now() - began)
        return answer
      }
      const passes = typeof answer === 'string' || [429, 500, 502, 503, 504].includes(answer.status)
      if (manners[kind] !== 'repeated' || !passes || performance.now() > end) {
        counter.failed(kind, typeof answer === 'string' ? answer : `${answer.status}`)
        return null
      }
      counter.again(kind)
    }
  }

  async function attempt(path: string, { method, json, form, bytes }: Request): Promise<Answer | string> {
    const body = json ? JSON.stringify(json) : form ? new URLSearchParams(form) : bytes
    try {
      const response = await send(path, {
        method: method ?? (body ? 'POST' : 'GET'),
        redirect: 'manual',
        headers: {
          origin,
          'x-load-visitor': address,
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(json ? { 'content-type': 'application/json' } : {}),
        },
        signal: AbortSignal.timeout(answerMs),
        ...(body ? { body } : {}),
      })
      const content = await response.bytes()
      for (const line of response.headers.getSetCookie()) {
        const [pair] = line.split(';')
        const at = pair!.indexOf('=')
        cookies.set(pair!.slice(0, at), pair!.slice(at + 1))
      }
      const { status, headers } = response
      return { status, headers, bytes: content, text: new TextDecoder().decode(content) }
    } catch (problem) {
      return problem instanceof Error && 'code' in problem ? String(problem.code) : String(problem).slice(0, 80)
    }
  }

  return { ask }
}

/** Nobody in particular: limits count visitors by their address. */
function randomAddress(): string {
  const part = () => Math.floor(Math.random() * 250) + 1
  return `10.${part()}.${part()}.${part()}`
}
