import { signatureOf } from '#sandbox/payments/deliver-events.ts'
import type { Installation } from './installation.ts'

/** A light load, as of a small site's visitors, that goes on while secrets are changed, and what failed of it. */
export function startLoad({ balancer, settings }: Installation, webhookSecrets: () => string[]) {
  let running = true
  let requests = 0
  let acknowledged = 0
  let failures: string[] = []
  let cookie = ''
  let event = 0
  const loops = [
    again('kept page', 60, () => balancer.ask('/about')),
    again('made page', 120, () => balancer.ask(`/listings?n=${Bun.randomUUIDv7()}`)),
    // Whoever is signed out is led to the page of the sign-in.
    again('signed in', 250, () => balancer.ask('/admin', { headers: { cookie }, redirect: 'manual' })),
    again('enquiry', 500, async () => {
      const answer = await balancer.ask('/api/contact', enquiry())
      if (answer.ok) acknowledged++
      return answer
    }),
    again('payment event', 300, sendEvent),
  ]

  return {
    /** Signs in; what is asked for as somebody signed in is asked with that session from now on. @returns its cookie. */
    async signIn(): Promise<string> {
      const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = settings
      const headers = { origin: settings.PUBLIC_URL, 'x-load-visitor': visitor() }
      const body = new URLSearchParams({ email, password })
      const answer = await balancer.ask('/admin/sign-in', { method: 'POST', redirect: 'manual', headers, body })
      if (answer.status !== 303) throw new Error(`The sign-in was answered with ${answer.status}.`)
      cookie = answer.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ')
      return cookie
    },
    /** How many requests there were since the last call, and what failed of them. */
    take(): { requests: number; failures: string[] } {
      const taken = { requests, failures }
      requests = 0
      failures = []
      return taken
    },
    acknowledged: () => acknowledged,
    async stop(): Promise<void> {
      running = false
      await Promise.all(loops)
    },
  }

  async function again(kind: string, pauseMs: number, send: () => Promise<Response>): Promise<void> {
    for (; running; await Bun.sleep(pauseMs)) {
      if (kind === 'signed in' && !cookie) continue
      requests++
      try {
        const answer = await send()
        await answer.arrayBuffer()
        if (answer.status !== 200) failures.push(`${kind}: ${answer.status}`)
      } catch (problem) {
        failures.push(`${kind}: ${(problem as { code?: string }).code ?? 'broken'}`)
      }
    }
  }

  /** Signed under each of the secrets that are valid at the provider in turn, so that the site has to take either. */
  async function sendEvent(): Promise<Response> {
    const secrets = webhookSecrets()
    const body = JSON.stringify({
      ...{ id: `evt_drill_${++event}`, object: 'event', type: 'payment_method.attached' },
      ...{ created: Math.floor(Date.now() / 1000), data: { object: {} } },
    })
    const signature = await signatureOf(body, secrets[event % secrets.length]!)
    return await balancer.ask('/api/stripe/webhook', {
      method: 'POST',
      headers: { 'stripe-signature': signature },
      body,
    })
  }

  /** An invented person each time, from an address of their own. */
  function enquiry(): RequestInit {
    return {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-load-visitor': visitor() },
      body: JSON.stringify({ name: 'Drill', email: 'drill@visitor.example', message: 'Changing secrets.' }),
    }
  }
}

function visitor(): string {
  const part = () => Math.floor(Math.random() * 250) + 1
  return `10.${part()}.${part()}.${part()}`
}

export type Load = ReturnType<typeof startLoad>
