import { createHmac, timingSafeEqual } from 'node:crypto'
import { isUuid } from '../../../domain/is-uuid.ts'
import type { Env } from '../../../env.ts'

/** What the link in the mail proves: its holder may move and cancel this one call, and nothing else. */
export function callToken(callId: string, env: Pick<Env, 'sessionSecret'>): string {
  return `${callId}.${signature(callId, env)}`
}

/** @returns the call that a token was made for; null for anything that we have not signed. */
export function readCallToken(token: string, env: Pick<Env, 'sessionSecret'>): string | null {
  const [callId, given, ...more] = token.split('.')
  if (!isUuid(callId) || !given || more.length > 0) return null
  const own = Buffer.from(signature(callId, env))
  const theirs = Buffer.from(given)
  return own.length === theirs.length && timingSafeEqual(own, theirs) ? callId : null
}

function signature(callId: string, env: Pick<Env, 'sessionSecret'>): string {
  return createHmac('sha256', env.sessionSecret).update(`assessment-call ${callId}`).digest('base64url')
}
