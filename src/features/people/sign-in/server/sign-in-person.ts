import { takeRateLimit } from '#database/rate-limit.ts'
import type { SignInOutcome } from '#providers/auth/auth.ts'
import type { Services } from '#requests/services.ts'
import { keyedHash } from './keyed-hash.ts'
import { knownBrowser, knownBrowserCookie } from './known-browser.ts'
import { noteSignIn } from './note-sign-in.ts'
import { findPerson } from './queries.ts'

/** One address may not go on guessing, at whatever accounts. */
const addressLimit = { name: 'sign-in', points: 12, seconds: 600 }
/** A browser that the person was seen in before is counted apart: neither its address nor others' guesses keep them out of it. */
const knownLimit = { name: 'sign-in-known', points: 12, seconds: 600 }
/**
 * An account that is tried often answers slower, to everybody and never with a refusal: nobody can lock its owner out by
 * guessing, and guessing from many addresses still takes its time.
 */
const slowAfter = [
  { limit: { name: 'sign-in-account', points: 8, seconds: 900 }, waitMs: 1_500 },
  { limit: { name: 'sign-in-account-often', points: 40, seconds: 900 }, waitMs: 4_000 },
]

/**
 * Takes a person's password, within the limits of their address and their account, and notes the outcome. A session that still
 * needs a second factor is noted when that is given.
 *
 * @returns `too-many` with the seconds to wait for an address over its limit, otherwise the library's answer.
 */
export async function signInPerson(
  services: Services,
  attempt: { email: string; password: string; headers: Headers; address: string },
): Promise<SignInOutcome | { kind: 'too-many'; retryAfter: number }> {
  const { email, address, headers } = attempt
  const [person] = await findPerson(services.sql, { email: email.trim().slice(0, 254) })
  const known = person ? knownBrowser(headers, person.id, 'password', services) : null
  const retryAfter = await takeSignInPoint(services, { email, address, known })
  if (retryAfter !== null) return { kind: 'too-many', retryAfter }
  const outcome = await services.auth.signIn(attempt)
  if (outcome.kind === 'refused') {
    await noteSignIn(services, 'password-refused', { email }, attempt)
    return outcome
  }
  if (outcome.session.needs !== 'nothing') return outcome
  const { id: personId } = outcome.session.person
  await noteSignIn(services, 'signed-in', { personId }, attempt)
  if (known) return outcome
  return { ...outcome, cookies: [...outcome.cookies, knownBrowserCookie(personId, 'password', services)] }
}

/**
 * Counts a proof of a password, wherever it is asked for, and slows it down where there were many.
 *
 * @returns seconds to wait when this address, or this known browser, has had its share, otherwise null.
 */
export async function takeSignInPoint(
  { sql, env }: Pick<Services, 'sql' | 'env'>,
  { email, address, known }: { email: string; address: string /** From `knownBrowser`. */; known: string | null },
): Promise<number | null> {
  if (known) return await takeRateLimit(sql, knownLimit, keyedHash(known, env))
  const retryAfter = await takeRateLimit(sql, addressLimit, keyedHash(address, env))
  if (retryAfter !== null) return retryAfter
  const account = keyedHash(email.trim().toLowerCase(), env)
  let waitMs = 0
  for (const step of slowAfter) {
    if ((await takeRateLimit(sql, step.limit, account)) !== null) waitMs = step.waitMs
  }
  if (waitMs > 0) await Bun.sleep(waitMs)
  return null
}
