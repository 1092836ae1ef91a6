import { byPerson, recordChange } from '#database/record-change.ts'
import type { Transaction } from '#database/sql.ts'
import type { AdminSession } from '#providers/auth/auth.ts'
import { decrypt, encrypt } from '#providers/auth/encrypt.ts'
import { endOtherSessions } from '#providers/auth/queries.ts'
import { type KeptCode, keepRecoveryCodes, newRecoveryCodes } from '#providers/auth/recovery-codes.ts'
import { validSecrets } from '#providers/auth/session-secrets.ts'
import { newCodeSecret, stepOfCode } from '#providers/auth/time-codes.ts'
import type { Services } from '#requests/services.ts'
import { knownBrowserCookie } from './known-browser.ts'
import { noteSignIn } from './note-sign-in.ts'
import { readSecondFactor, replaceRecoveryCodes, saveSecondFactor } from './queries.ts'
import { type SecurityEvent, tellPerson } from './security-mail.ts'
import { encryptSecret } from './stored-secret.ts'

/** How long an offered secret can be confirmed. */
const offerMinutes = 30
const purpose = 'offered second factor'

/** A secret that an app may be set up with. Nothing is stored until a code of it comes back: the form carries it, encrypted. */
export type Offer = { secret: string; encrypted: string }

/** A new secret for a person. */
export function offerSecret({ env, now }: Pick<Services, 'env' | 'now'>, personId: string): Offer {
  const secret = newCodeSecret()
  const until = now().getTime() + offerMinutes * 60_000
  const encrypted = encrypt(`${until} ${secret}`, env.sessionSecret, { purpose, owner: personId }).toString('base64url')
  return { secret, encrypted }
}

/** The offer that a form brings back; null when it has run out, or is not this person's. */
export function openOffer(
  { env, now }: Pick<Services, 'env' | 'now'>,
  personId: string,
  encrypted: string,
): Offer | null {
  const opened = decrypt(Buffer.from(encrypted.slice(0, 500), 'base64url'), validSecrets(env), {
    purpose,
    owner: personId,
  })
  const [until, secret] = opened?.split(' ') ?? []
  return secret && Number(until) > now().getTime() ? { secret, encrypted } : null
}

export type Enrolment =
  /** The recovery codes, which nobody sees again. */
  { kind: 'enrolled'; codes: string[]; cookies: string[] } | { kind: 'refused' }

/**
 * Makes an offered secret the person's second factor, after a code of it. Their other sessions end, this one goes on under a new
 * cookie.
 *
 * @param input.mayReplace whether it may take the place of an earlier one.
 */
export async function enrol(
  services: Services,
  input: {
    session: AdminSession
    offer: Offer
    code: string
    mayReplace: boolean
    address: string
    headers: Headers
  },
): Promise<Enrolment> {
  const { sql, auth, now } = services
  const { session, offer, mayReplace } = input
  const personId = session.person.id
  const step = stepOfCode(offer.secret, input.code.replaceAll(/\s/g, ''), now())
  if (step === null) return { kind: 'refused' }
  const codes = newRecoveryCodes()
  const kept = await keepRecoveryCodes(codes)
  const isSaved = await sql.begin(async (transaction) => {
    const encrypted = encryptSecret(services, personId, offer.secret)
    const [earlier] = await readSecondFactor(transaction, { personId })
    const [saved] = await saveSecondFactor(transaction, {
      personId,
      encryptedHex: encrypted,
      step,
      now: now().toISOString(),
      mayReplace,
    })
    if (!saved) return false
    await replaceCodes(transaction, personId, kept)
    await endOtherSessions(transaction, { personId, keptSessionId: session.id })
    await record(transaction, services, session, earlier ? 'second-factor-replaced' : 'second-factor-set')
    return true
  })
  if (!isSaved) return { kind: 'refused' }
  if (session.needs !== 'nothing') await noteSignIn(services, 'signed-in', { personId }, input)
  const { cookies } = await auth.passSecondFactor(session)
  return { kind: 'enrolled', codes, cookies: [...cookies, knownBrowserCookie(personId, 'factor', services)] }
}

/** New recovery codes in the place of all earlier ones. @returns the codes, which nobody sees again. */
export async function renewRecoveryCodes(services: Services, session: AdminSession): Promise<string[]> {
  const codes = newRecoveryCodes()
  const kept = await keepRecoveryCodes(codes)
  await services.sql.begin(async (transaction) => {
    await replaceCodes(transaction, session.person.id, kept)
    await record(transaction, services, session, 'recovery-codes-renewed')
  })
  return codes
}

async function replaceCodes(transaction: Transaction, personId: string, kept: KeptCode[]): Promise<void> {
  const labels = kept.map(({ label }) => label)
  const hashes = kept.map(({ hash }) => hash)
  await replaceRecoveryCodes(transaction, { personId, labels, hashes })
}

async function record(
  transaction: Transaction,
  services: Services,
  { person }: AdminSession,
  action: SecurityEvent,
): Promise<void> {
  await recordChange(transaction, { actor: byPerson(person), subject: { kind: 'person', id: person.id }, action })
  await tellPerson(transaction, services, person.id, action)
}
