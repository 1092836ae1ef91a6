import { createHmac } from 'node:crypto'
import { camel } from '#database/camel.ts'
import { takeRateLimit } from '#database/rate-limit.ts'
import { browserName } from '#domain/browser-name.ts'
import type { Env } from '#env.ts'
import { readPerson } from '#features/people/sign-in/queries.ts'
import type { SignInEvent } from '#features/people/sign-in/rules.ts'
import type { SignInOutcome } from '#providers/auth/auth.ts'
import type { Services } from '#requests/services.ts'
import type { Visitor } from '#requests/visitor.ts'
import { knownBrowser, knownBrowserCookie } from './known-browser.ts'

/** For each network address, whichever accounts it tries. */
const addressLimit = { name: 'sign-in', points: 12, seconds: 600 }
/** A known browser is counted apart, so that others' guesses do not lock its person out. */
const knownLimit = { name: 'sign-in-known', points: 12, seconds: 600 }
/** A busy account answers slower and never refuses: its owner cannot be locked out, and guessing from many addresses takes its time. */
const slowAfter = [
  { limit: { name: 'sign-in-account', points: 8, seconds: 900 }, waitMs: 1_500 },
  { limit: { name: 'sign-in-account-often', points: 40, seconds: 900 }, waitMs: 4_000 },
]

/** `too-many` with the seconds to wait for an address over its limit. A session that needs a second factor is noted when that is given. */
export async function signInPerson(
  services: Services,
  attempt: { email: string; password: string; headers: Headers; address: string },
): Promise<SignInOutcome | { kind: 'too-many'; retryAfter: number }> {
  const { email, address, headers } = attempt
  const [person] = await services.sql<{ id: string }[]>`
    select id from people where lower(email) = lower(${email.trim().slice(0, 254)}::text)`
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

/** @returns seconds to wait where this address, or this known browser, has used its attempts, otherwise null. */
async function takeSignInPoint(
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

/** An unwatched screen must not be enough; wrong passwords count as attempts to sign in. @returns what is wrong, in words. */
export async function passwordProofProblem(
  { services, headers, visitor: { address } }: { services: Services; headers: Headers; visitor: Visitor },
  personId: string,
  password: string,
): Promise<string | null> {
  const person = await readPerson(camel(services.sql), personId)
  if (!person) return 'The current password is not right.'
  const known = knownBrowser(headers, personId, 'password', services)
  const wait = await takeSignInPoint(services, { email: person.email, address, known })
  if (wait !== null) return `There were too many attempts. Please wait ${Math.ceil(wait / 60)} minutes.`
  if (await services.auth.isPassword(personId, password)) return null
  await noteSignIn(services, 'password-refused', { personId }, { address, headers })
  return 'The current password is not right.'
}

/** Written to the append-only log. An address that was typed may be nobody's: it is looked up and not kept. */
export async function noteSignIn(
  { sql, env }: Pick<Services, 'sql' | 'env'>,
  event: SignInEvent,
  who: { personId: string } | { email: string },
  from: { address: string; headers: Headers },
): Promise<void> {
  const network = keyedHash(`network ${from.address}`, env).slice(0, 12)
  const browser = browserName(from.headers.get('user-agent'))
  await sql`
    insert into sign_in_events (person_id, person_name, event, network, browser)
    select p.id, p.name, ${event}::text, ${network}::text, ${browser}::text
    from (select 1) as always
    left join people as p on ${
      'personId' in who
        ? sql`p.id = ${who.personId}::text`
        : sql`lower(p.email) = lower(${who.email.trim().slice(0, 254)}::text)`
    }`
}

/** Nobody without SESSION_SECRET can tell whose it is. */
export function keyedHash(text: string, env: Pick<Env, 'sessionSecret'>): string {
  return createHmac('sha256', env.sessionSecret).update(`sign-in ${text}`).digest('base64url')
}
