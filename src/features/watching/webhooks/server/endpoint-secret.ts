import type { Env } from '#env.ts'
import { decrypt, encrypt } from '#providers/auth/encrypt.ts'
import { type SessionSecrets, validSecrets } from '#providers/auth/session-secrets.ts'

const purpose = 'webhook secret'

/** A secret as the database keeps it, in hex: it can be opened for this endpoint alone. */
export function sealSecret(secret: string, endpointId: string, { sessionSecret }: Pick<Env, 'sessionSecret'>): string {
  return encrypt(secret, sessionSecret, { purpose, owner: endpointId }).toString('hex')
}

/** @returns null where SESSION_SECRET is another one than when it was sealed. */
export function openSecret(sealed: Uint8Array, endpointId: string, env: SessionSecrets): string | null {
  return decrypt(Buffer.from(sealed), validSecrets(env), { purpose, owner: endpointId })
}
