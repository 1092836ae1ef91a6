import { decrypt, encrypt } from '#providers/auth/encrypt.ts'
import { validSecrets } from '#providers/auth/session-secrets.ts'
import type { Services } from '#requests/services.ts'

const purpose = 'second factor'

/** In hex. */
export function encryptSecret({ env }: Pick<Services, 'env'>, personId: string, secret: string): string {
  return encrypt(secret, env.sessionSecret, { purpose, owner: personId }).toString('hex')
}

/** Null, and a line in the log, where SESSION_SECRET has changed since it was encrypted. */
export function openSecret({ env, log }: Pick<Services, 'env' | 'log'>, personId: string, hex: string): string | null {
  const secret = decrypt(Buffer.from(hex, 'hex'), validSecrets(env), { purpose, owner: personId })
  if (secret === null) log.error('second factor cannot be read: was SESSION_SECRET changed?', {})
  return secret
}
