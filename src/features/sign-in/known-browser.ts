import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Env } from '../../env.ts'

const lifetimeSeconds = 180 * 24 * 60 * 60

type Signed = Pick<Env, 'publicUrl' | 'sessionSecret'>

/**
 * A browser in which a person has given their second factor before carries a cookie that says so (OWASP's "device cookie"). It
 * opens nothing: it only keeps strangers' guessing from using up the attempts of the person themselves.
 *
 * @returns what its attempts are counted by, or null for a browser that this person was never seen in.
 */
export function knownBrowser(headers: Headers, personId: string, env: Signed, now: Date): string | null {
  const name = nameFor(env)
  for (const part of (headers.get('cookie') ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at < 0 || part.slice(0, at).trim() !== name) continue
    const [nonce, until, signature] = part
      .slice(at + 1)
      .trim()
      .split('.')
    if (!nonce || !until || !signature || nonce.length > 40 || !/^\d{1,12}$/.test(until)) return null
    if (Number(until) * 1000 < now.getTime()) return null
    return isSame(sign(nonce, until, personId, env), signature) ? nonce : null
  }
  return null
}

/** The `Set-Cookie` line that makes a browser known for a person. */
export function knownBrowserCookie(personId: string, env: Signed, now: Date): string {
  const nonce = randomBytes(16).toString('base64url')
  const until = String(Math.floor(now.getTime() / 1000) + lifetimeSeconds)
  const secure = env.publicUrl.startsWith('https:') ? '; Secure' : ''
  const value = `${nonce}.${until}.${sign(nonce, until, personId, env)}`
  return `${nameFor(env)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${lifetimeSeconds}${secure}`
}

function nameFor(env: Signed): string {
  return env.publicUrl.startsWith('https:') ? '__Host-known' : 'known'
}

function sign(nonce: string, until: string, personId: string, env: Signed): string {
  return createHmac('sha256', env.sessionSecret)
    .update(`known browser ${nonce} ${until} ${personId}`)
    .digest('base64url')
}

function isSame(left: string, right: string): boolean {
  const a = Buffer.from(left)
  const b = Buffer.from(right)
  return a.length === b.length && timingSafeEqual(a, b)
}
