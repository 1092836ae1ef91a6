import { createHmac } from 'node:crypto'
import { type } from 'arktype'
import type { BounceKind } from '#domain/bounces.ts'
import { type Bounces, mailIdOf, readJson } from './bounces.ts'
import { isSame } from './holds-secret.ts'

/** Mailgun's webhooks (documentation.mailgun.com, "Webhooks"): the signature is of its time and token, with the webhook signing key. */
const message = type({
  signature: { timestamp: 'string <= 20', token: 'string <= 100', signature: 'string <= 100' },
  'event-data': {
    event: 'string',
    'id?': 'string',
    'recipient?': 'string',
    'severity?': 'string',
    'reason?': 'string',
    'delivery-status?': { 'message?': 'string | null', 'description?': 'string | null' },
    'message?': { 'headers?': { 'message-id?': 'string' } },
  },
})

/** Mailgun tries again for eight hours; what was signed longer ago is somebody else's. The clocks may differ by as much. */
export const oldestMs = 12 * 60 * 60_000

/** With these an address gets nothing more. With any other, Mailgun has stopped trying this one mail. */
const hardReasons = new Set(['bounce', 'suppress-bounce'])

/** Reports of Mailgun. `now` tells how old a signature is. */
export function createMailgunBounces(keys: string[], now: () => Date = () => new Date()): Bounces {
  return {
    read: async (body) => {
      const read = message(readJson(body))
      if (read instanceof type.errors) return { kind: 'malformed' }
      const { signature, 'event-data': event } = read
      if (!isSigned(signature, keys, now())) return { kind: 'refused' }
      const kind = kindOf(event)
      const { token } = signature
      const { id, recipient: email, 'delivery-status': status, reason = '' } = event
      if (kind === null) return { kind: 'reports', reports: [], token }
      if (id === undefined || email === undefined) return { kind: 'malformed' }
      const mailId = mailIdOf(event.message?.headers?.['message-id'])
      const answered = status?.message || status?.description || reason
      return { kind: 'reports', reports: [{ id, email, kind, reason: answered, mailId }], token }
    },
  }
}

function isSigned(given: (typeof message.infer)['signature'], keys: string[], now: Date): boolean {
  const age = now.getTime() - Number(given.timestamp) * 1000
  if (!(Math.abs(age) < oldestMs)) return false
  return keys.some((key) =>
    isSame(
      createHmac('sha256', key)
        .update(given.timestamp + given.token)
        .digest('hex'),
      given.signature,
    ),
  )
}

function kindOf({ event, severity, reason = '' }: (typeof message.infer)['event-data']): BounceKind | null {
  if (event === 'complained' || reason === 'suppress-complaint') return 'complaint'
  // What failed for now is tried again by Mailgun itself.
  if (event !== 'failed' || severity !== 'permanent') return null
  return hardReasons.has(reason) ? 'hard' : 'soft'
}
