import { createHmac } from 'node:crypto'
import type { Env } from '#env.ts'

/** What limits and events know an address or an account by: nobody without SESSION_SECRET can tell which it is. */
export function keyedHash(text: string, env: Pick<Env, 'sessionSecret'>): string {
  return createHmac('sha256', env.sessionSecret).update(`sign-in ${text}`).digest('base64url')
}
