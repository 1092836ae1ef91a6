import { takeRateLimit } from '#database/rate-limit.ts'
import type { AdminSession } from '#providers/auth/auth.ts'
import { findRecoveryCode, readRecoveryCode } from '#providers/auth/recovery-codes.ts'
import { stepOfCode } from '#providers/auth/time-codes.ts'
import type { Services } from '#requests/services.ts'
import { keyedHash } from './keyed-hash.ts'
import { knownBrowser, knownBrowserCookie } from './known-browser.ts'
import { noteSignIn } from './note-sign-in.ts'
import { listRecoveryCodes, readSecondFactor, spendCode, spendStep } from './queries.ts'
import { tellPerson } from './security-mail.ts'
import { openSecret } from './stored-secret.ts'

type FactorAnswer =
  | { kind: 'passed'; cookies: string[]; wasRecoveryCode: boolean }
  | { kind: 'refused' }
  /** `mayRecover`: a recovery code would still be looked at. */
  | { kind: 'too-many'; retryAfter: number; mayRecover: boolean }

/** One browser, or one address where it is not known, may not go on guessing at a person's codes. */
const perCaller = { name: 'second-factor', points: 6, seconds: 900 }
/**
 * All browsers together in which the person was never seen. Whoever guesses knows the password already and can change addresses
 * at will: thirty guesses a day find a code once in thirty years. They use up nothing of the person's own: their known browsers
 * are counted apart, and a recovery code is always looked at.
 */
const strangers = { name: 'second-factor-strangers', points: 30, seconds: 86_400 }

/** Takes a code of the app, or a recovery code, for a session that still needs one. */
export async function giveSecondFactor(
  services: Services,
  input: { session: AdminSession; code: string; address: string; headers: Headers },
): Promise<FactorAnswer> {
  const { sql, env, auth } = services
  const { session, address, headers } = input
  const personId = session.person.id
  const known = knownBrowser(headers, personId, 'factor', services)
  const caller = known ? `known ${known}` : keyedHash(`${address} ${personId}`, env)
  const wait = await takeRateLimit(sql, perCaller, caller)
  if (wait !== null) return { kind: 'too-many', retryAfter: wait, mayRecover: false }

  const recoveryCode = readRecoveryCode(input.code)
  if (!recoveryCode && !known) {
    const wait = await takeRateLimit(sql, strangers, keyedHash(personId, env))
    if (wait !== null) return { kind: 'too-many', retryAfter: wait, mayRecover: true }
  }
  const isRight = recoveryCode
    ? await spendRecoveryCode(services, personId, recoveryCode)
    : await spendTimeCode(services, personId, input.code.replaceAll(/\s/g, ''))
  if (!isRight) {
    await noteSignIn(services, 'code-refused', { personId }, input)
    return { kind: 'refused' }
  }
  if (recoveryCode) {
    await noteSignIn(services, 'recovery-code-used', { personId }, input)
    await sql.begin((transaction) => tellPerson(transaction, services, personId, 'recovery-code-used'))
  }
  await noteSignIn(services, 'signed-in', { personId }, input)
  const { cookies } = await auth.passSecondFactor(session)
  return {
    kind: 'passed',
    cookies: [...cookies, knownBrowserCookie(personId, 'factor', services)],
    wasRecoveryCode: recoveryCode !== null,
  }
}

async function spendTimeCode(services: Services, personId: string, code: string): Promise<boolean> {
  const [factor] = await readSecondFactor(services.sql, { personId })
  const secret = factor ? openSecret(services, personId, factor.secret) : null
  const step = secret ? stepOfCode(secret, code, services.now()) : null
  return step !== null && (await spendStep(services.sql, { personId, step })).length === 1
}

async function spendRecoveryCode({ sql }: Services, personId: string, code: string): Promise<boolean> {
  const found = await findRecoveryCode(await listRecoveryCodes(sql, { personId }), code)
  return found !== null && (await spendCode(sql, { id: found.id })).length === 1
}
