import type { Env } from '#env.ts'

/** What signs and seals (`sessionSecret`), and what is accepted as well while it is being changed (docs/rotating-secrets.md). */
export type SessionSecrets = Pick<Env, 'sessionSecret'> & Partial<Pick<Env, 'sessionSecretAlso'>>

/** The secrets that are valid now, first the one that signs. */
export function validSecrets({ sessionSecret, sessionSecretAlso }: SessionSecrets): string[] {
  return sessionSecretAlso ? [sessionSecret, sessionSecretAlso] : [sessionSecret]
}
