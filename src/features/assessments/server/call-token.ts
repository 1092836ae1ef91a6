import { createHmac } from 'node:crypto'
import { isUuid } from '#domain/is-uuid.ts'
import { isSameSignature } from '#providers/auth/cookies.ts'
import { type SessionSecrets, validSecrets } from '#providers/auth/session-secrets.ts'

/** Its holder may move and cancel this one call. */
export function callToken(callId: string, env: SessionSecrets): string {
  return `${callId}.${signature(callId, env.sessionSecret)}`
}

/** Null for anything that we have not signed. */
export function readCallToken(token: string, env: SessionSecrets): string | null {
  const [callId, given, ...more] = token.split('.')
  if (!isUuid(callId) || !given || more.length > 0) return null
  return validSecrets(env).some((secret) => isSameSignature(signature(callId, secret), given)) ? callId : null
}

function signature(callId: string, secret: string): string {
  return createHmac('sha256', secret).update(`assessment-call ${callId}`).digest('base64url')
}
