import { createHmac, randomBytes } from 'node:crypto'
import type { Env } from '#env.ts'
import { cookieLine, cookieName, cookieValue, isSameSignature } from '#providers/auth/cookies.ts'
import { type SessionSecrets, validSecrets } from '#providers/auth/session-secrets.ts'
import type { Services } from '#requests/services.ts'

const name = 'known'
const lifetimeSeconds = 180 * 24 * 60 * 60

type CookieServices = { env: Pick<Env, 'publicUrl'> & SessionSecrets; now: Services['now'] }

/** What was given in the browser. */
type Level = 'password' | 'factor'

/** OWASP's "device cookie" opens nothing: it counts a person's attempts apart from strangers' guesses. @returns null for an unknown browser. */
export function knownBrowser(
  headers: Headers,
  personId: string,
  level: Level,
  { env, now }: CookieServices,
): string | null {
  const value = cookieValue(headers.get('cookie') ?? '', cookieName(name, env.publicUrl))
  const [nonce, until, given, signature] = (value ?? '').slice(0, 300).split('.')
  if (!nonce || !until || !given || !signature) return null
  const isOurs = (secret: string) => isSameSignature(sign([nonce, until, given, personId], secret), signature)
  if (!validSecrets(env).some(isOurs)) return null
  if (given !== level && given !== 'factor') return null
  return Number(until) * 1000 > now().getTime() ? nonce : null
}

export function knownBrowserCookie(personId: string, level: Level, { env, now }: CookieServices): string {
  const nonce = randomBytes(16).toString('base64url')
  const until = String(Math.floor(now().getTime() / 1000) + lifetimeSeconds)
  const value = [nonce, until, level, sign([nonce, until, level, personId], env.sessionSecret)].join('.')
  return cookieLine(name, value, lifetimeSeconds, env.publicUrl)
}

function sign(parts: string[], sessionSecret: string): string {
  return createHmac('sha256', sessionSecret)
    .update(`known browser ${parts.join(' ')}`)
    .digest('base64url')
}
