import { createHmac, randomBytes } from 'node:crypto'
import type { Env } from '#env.ts'
import { decrypt, encrypt } from '#providers/auth/encrypt.ts'
import { type SessionSecrets, validSecrets } from '#providers/auth/session-secrets.ts'

const prefix = 'whsec_'
const purpose = 'webhook secret'

/** As Standard Webhooks writes one: `whsec_` and 32 random bytes in base64. */
export function newSecret(): string {
  return prefix + randomBytes(32).toString('base64')
}

/** In hex. It can be decrypted for this endpoint alone. */
export function encryptSecret(
  secret: string,
  endpointId: string,
  { sessionSecret }: Pick<Env, 'sessionSecret'>,
): string {
  return encrypt(secret, sessionSecret, { purpose, owner: endpointId }).toString('hex')
}

/** @returns null where SESSION_SECRET has changed since. */
export function decryptSecret(encrypted: Uint8Array, endpointId: string, env: SessionSecrets): string | null {
  return decrypt(Buffer.from(encrypted), validSecrets(env), { purpose, owner: endpointId })
}

export type Message = {
  /** The same at every attempt. */
  id: string
  /** Of this attempt, in seconds since 1970. */
  timestamp: number
  /** JSON, sent and signed word for word. */
  body: string
}

/**
 * One signature for each secret (Standard Webhooks 1.0), so that a receiver accepts it with the old and the new one.
 */
export function signWebhook(secrets: string[], { id, timestamp, body }: Message): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') }
}
