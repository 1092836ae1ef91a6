import qrcode from 'qrcode-generator'
import { camel } from '#database/camel.ts'
import { takeRateLimit } from '#database/rate-limit.ts'
import { securityMail } from '#features/people/sign-in/mails.ts'
import { readSecondFactor } from '#features/people/sign-in/queries.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { AdminSession } from '#providers/auth/auth.ts'
import { decrypt, encrypt } from '#providers/auth/encrypt.ts'
import { findRecoveryCode, newCodeSecret, readRecoveryCode, stepOfCode } from '#providers/auth/second-factor-codes.ts'
import { validSecrets } from '#providers/auth/session-secrets.ts'
import type { Services } from '#requests/services.ts'
import { knownBrowser, knownBrowserCookie } from './known-browser.ts'
import { keyedHash, noteSignIn } from './sign-in-person.ts'

/** Guesses of one browser, or of one address where the browser is not known. */
const perCaller = { name: 'second-factor', points: 6, seconds: 900 }
/** Of all unknown browsers, as strangers can change addresses: at thirty a day, guesses find a code once in thirty years. */
const strangers = { name: 'second-factor-strangers', points: 30, seconds: 86_400 }

/** Takes a code of the app or a recovery code. @returns with `mayRecover` a recovery code would still be accepted. */
export async function giveSecondFactor(
  services: Services,
  input: { session: AdminSession; code: string; address: string; headers: Headers },
) {
  const { sql, env, auth } = services
  const { session, address, headers } = input
  const personId = session.person.id
  const known = knownBrowser(headers, personId, 'factor', services)
  const caller = known ? `known ${known}` : keyedHash(`${address} ${personId}`, env)
  const wait = await takeRateLimit(sql, perCaller, caller)
  if (wait !== null) return { kind: 'too-many' as const, retryAfter: wait, mayRecover: false }

  const recoveryCode = readRecoveryCode(input.code)
  if (!recoveryCode && !known) {
    const wait = await takeRateLimit(sql, strangers, keyedHash(personId, env))
    if (wait !== null) return { kind: 'too-many' as const, retryAfter: wait, mayRecover: true }
  }
  const isRight = recoveryCode
    ? await spendRecoveryCode(services, personId, recoveryCode)
    : await spendTimeCode(services, personId, input.code.replaceAll(/\s/g, ''))
  if (!isRight) {
    await noteSignIn(services, 'code-refused', { personId }, input)
    return { kind: 'refused' as const }
  }
  if (recoveryCode) {
    await noteSignIn(services, 'recovery-code-used', { personId }, input)
    const mail = await securityMail(camel(sql), personId, 'recovery-code-used')
    if (mail) await sql.begin((transaction) => queueMail(transaction, mail, services))
  }
  await noteSignIn(services, 'signed-in', { personId }, input)
  const { cookies } = await auth.passSecondFactor(session)
  return {
    kind: 'passed' as const,
    cookies: [...cookies, knownBrowserCookie(personId, 'factor', services)],
    wasRecoveryCode: recoveryCode !== null,
  }
}

async function spendTimeCode(services: Services, personId: string, code: string): Promise<boolean> {
  const sql = camel(services.sql)
  const factor = await readSecondFactor(sql, personId)
  const secret = factor ? openSecret(services, personId, factor.secret) : null
  const step = secret ? stepOfCode(secret, code, services.now()) : null
  if (step === null) return false
  // No row for a step that was used, or is before one that was: of two at once, one gets it.
  const spent = await sql<{ id: string }[]>`
    update second_factors set last_step = ${step}::bigint
    where person_id = ${personId}::text and last_step < ${step}::bigint
    returning person_id as id`
  return spent.length === 1
}

async function spendRecoveryCode({ sql }: Services, personId: string, code: string): Promise<boolean> {
  const unused = await sql<{ id: number; label: string; hash: string }[]>`
    select id, label, hash from recovery_codes where person_id = ${personId}::text and used_at is null order by id`
  const found = await findRecoveryCode(unused, code)
  if (!found) return false
  // No row for one that was used: of two at once, one gets it.
  const spent = await sql<{ id: number }[]>`
    update recovery_codes set used_at = now() where id = ${found.id}::bigint and used_at is null returning id`
  return spent.length === 1
}

const offerMinutes = 30
const offeredTo = (owner: string) => ({ purpose: 'offered second factor', owner })

/** Nothing is stored until a code of it comes back: the form carries it, encrypted. */
type Offer = { secret: string; encrypted: string }

export function offerSecret({ env, now }: Pick<Services, 'env' | 'now'>, personId: string): Offer {
  const secret = newCodeSecret()
  const until = now().getTime() + offerMinutes * 60_000
  const encrypted = encrypt(`${until} ${secret}`, env.sessionSecret, offeredTo(personId)).toString('base64url')
  return { secret, encrypted }
}

/** Null where it has expired, or is not this person's. */
export function openOffer(
  { env, now }: Pick<Services, 'env' | 'now'>,
  personId: string,
  encrypted: string,
): Offer | null {
  const opened = decrypt(Buffer.from(encrypted.slice(0, 500), 'base64url'), validSecrets(env), offeredTo(personId))
  const [until, secret] = opened?.split(' ') ?? []
  return secret && Number(until) > now().getTime() ? { secret, encrypted } : null
}

/** A QR code (ISO/IEC 18004, error correction M): the SVG path of its dark squares, `side` squares wide with its quiet edge. */
export function qrPath(text: string): { path: string; side: number } {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const modules = code.getModuleCount()
  const quiet = 4
  let path = ''
  for (let row = 0; row < modules; row++) {
    for (let column = 0; column < modules; column++) {
      if (code.isDark(row, column)) path += `M${column + quiet} ${row + quiet}h1v1h-1z`
    }
  }
  return { path, side: modules + quiet * 2 }
}

const storedFor = (owner: string) => ({ purpose: 'second factor', owner })

/** In hex. */
export function encryptSecret({ env }: Pick<Services, 'env'>, personId: string, secret: string): string {
  return encrypt(secret, env.sessionSecret, storedFor(personId)).toString('hex')
}

/** Null, and a line in the log, where SESSION_SECRET has changed since it was encrypted. */
export function openSecret({ env, log }: Pick<Services, 'env' | 'log'>, personId: string, hex: string): string | null {
  const secret = decrypt(Buffer.from(hex, 'hex'), validSecrets(env), storedFor(personId))
  if (secret === null) log.error('second factor cannot be read: was SESSION_SECRET changed?', {})
  return secret
}
