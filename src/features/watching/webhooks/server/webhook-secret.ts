import { createHmac, randomBytes } from 'node:crypto'
import type { Env } from '#env.ts'
import { decrypt, encrypt } from '#providers/auth/encrypt.ts'
import { type SessionSecrets, validSecrets } from '#providers/auth/session-secrets.ts'

const prefix = 'whsec_'
const purpose = 'webhook secret'

/** A new secret as Standard Webhooks writes one: `whsec_` and 32 random bytes in base64. */
export function newSecret(): string {
  return prefix + randomBytes(32).toString('base64')
}

/** A secret as the database keeps it, in hex: it can be decrypted for this endpoint alone. */
export function encryptSecret(
  secret: string,
  endpointId: string,
  { sessionSecret }: Pick<Env, 'sessionSecret'>,
): string {
  return encrypt(secret, sessionSecret, { purpose, owner: endpointId }).toString('hex')
}

/** @returns null where SESSION_SECRET is another one than when it was encrypted. */
export function decryptSecret(encrypted: Uint8Array, endpointId: string, env: SessionSecrets): string | null {
  return decrypt(Buffer.from(encrypted), validSecrets(env), { purpose, owner: endpointId })
}

/** One attempt to send an event. */
export type Message = {
  /** The same at every attempt. */
  id: string
  /** Seconds since 1970, of this attempt. */
  timestamp: number
  /** JSON, sent and signed word for word. */
  body: string
}

/**
 * The headers that prove where a message comes from (Standard Webhooks 1.0): one signature for each secret, so that a receiver accepts it
 * with the old secret as with the new one.
 */
export function signWebhook(secrets: string[], { id, timestamp, body }: Message): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') }
}
