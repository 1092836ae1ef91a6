import { createHmac } from 'node:crypto'
import type { Crm } from './crm.ts'

const timeoutMs = 5_000

/** Signs timestamp, full stop and body, once for each valid secret. A redirect would take a signed message to an unconfigured address. */
export function createCrmWebhook(settings: { url: string; secret: string; secretAlso?: string }, now: () => Date): Crm {
  return {
    deliver: async ({ id, body }) => {
      const timestamp = String(Math.floor(now().getTime() / 1000))
      try {
        const response = await fetch(settings.url, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'webhook-id': id,
            'webhook-timestamp': timestamp,
            'webhook-signature': [settings.secret, settings.secretAlso]
              .flatMap((secret) => (secret ? signCrmMessage(secret, timestamp, body) : []))
              .join(' '),
          },
          body,
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        })
        const { status, ok } = response
        await response.body?.cancel().catch(() => {})
        return ok
          ? { kind: 'delivered', status }
          : { kind: 'unavailable', status, reason: `The CRM answered with ${status}.` }
      } catch (problem) {
        // The problem's own message may hold the address, and with it a key.
        const slow = problem instanceof Error && problem.name === 'TimeoutError'
        const reason = slow ? 'The CRM took longer than 5 seconds.' : 'The CRM could not be reached.'
        return { kind: 'unavailable', status: null, reason }
      }
    },
  }
}

function signCrmMessage(secret: string, timestamp: string, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`
}
