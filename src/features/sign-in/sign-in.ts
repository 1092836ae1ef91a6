import { createHmac } from 'node:crypto'
import { takeRateLimit } from '../../database/rate-limit.ts'
import type { SignInOutcome } from '../../providers/auth/auth.ts'
import type { Services } from '../../services.ts'

/** One address may not go on guessing, at whatever accounts. */
const addressLimit = { name: 'sign-in', points: 12, seconds: 600 }
/**
 * An account that is tried often answers slower, to everybody and never with a refusal: nobody can lock its owner out by
 * guessing, and guessing from many addresses still takes its time.
 */
const slowAfter = [
  { limit: { name: 'sign-in-account', points: 8, seconds: 900 }, waitMs: 1_500 },
  { limit: { name: 'sign-in-account-often', points: 40, seconds: 900 }, waitMs: 4_000 },
]

/**
 * Signs a person of the desk in, within the limits of their address and their account.
 *
 * @returns `too-many` with the seconds to wait for an address over its limit, otherwise the library's answer.
 */
export async function signIn(
  services: Services,
  attempt: { email: string; password: string; headers: Headers; address: string },
): Promise<SignInOutcome | { kind: 'too-many'; retryAfter: number }> {
  const { sql, auth, env } = services
  const hash = (text: string) => createHmac('sha256', env.sessionSecret).update(`sign-in ${text}`).digest('base64url')
  const retryAfter = await takeRateLimit(sql, addressLimit, hash(attempt.address))
  if (retryAfter !== null) return { kind: 'too-many', retryAfter }
  const account = hash(attempt.email.trim().toLowerCase())
  let waitMs = 0
  for (const step of slowAfter) {
    if ((await takeRateLimit(sql, step.limit, account)) !== null) waitMs = step.waitMs
  }
  if (waitMs > 0) await Bun.sleep(waitMs)
  return await auth.signIn(attempt)
}
