import { createHmac } from 'node:crypto'
import type { Crm } from './crm.ts'

/** How long the CRM may take, from connecting to its answer. Nobody waits for it but the queue. */
const timeoutMs = 5_000

/**
 * Posts messages to the CRM's webhook. The receiver proves where they come from by three headers: `webhook-id` (the message's
 * id), `webhook-timestamp` (seconds since 1970) and `webhook-signature` (`v1=` and the hexadecimal HMAC SHA-256, under the
 * shared secret, of the timestamp, a full stop and the untouched body; of two secrets, while the one is being changed for the other, one
 * signature each with a space between). Redirects are not followed: they would take a signed
 * message to an address that nobody has configured.
 */
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

/** The value of the `webhook-signature` header. */
function signCrmMessage(secret: string, timestamp: string, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`
}
