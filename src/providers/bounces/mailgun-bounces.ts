import { createHmac } from 'node:crypto'
import { type } from 'arktype'
import type { BounceKind } from '#domain/bounces.ts'
import { jsonOf } from '../fetch-json.ts'
import { type Bounces, isSame, mailIdOf } from './bounces.ts'

/** documentation.mailgun.com, "Webhooks": time and token are signed with the webhook signing key. */
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

/** Mailgun retries for eight hours; an older signature is somebody else's. Clocks may differ by as much. */
const oldestMs = 12 * 60 * 60_000

/** The address gets nothing more; for other reasons Mailgun gives up on this mail only. */
const hardReasons = new Set(['bounce', 'suppress-bounce'])

export function createMailgunBounces(keys: string[], now: () => Date = () => new Date()): Bounces {
  return {
    read: async (body) => {
      const read = message(jsonOf(body))
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
  if (event !== 'failed' || severity !== 'permanent') return null
  return hardReasons.has(reason) ? 'hard' : 'soft'
}
