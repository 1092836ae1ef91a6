import type { Env } from '#env.ts'

/** The second is accepted while the first is being changed (docs/rotating-secrets.md). */
export type SessionSecrets = Pick<Env, 'sessionSecret'> & Partial<Pick<Env, 'sessionSecretAlso'>>

export function validSecrets({ sessionSecret, sessionSecretAlso }: SessionSecrets): string[] {
  return sessionSecretAlso ? [sessionSecret, sessionSecretAlso] : [sessionSecret]
}
