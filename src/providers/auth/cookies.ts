import { timingSafeEqual } from 'node:crypto'

/** The name of a cookie of ours. Over https `__Host-` binds it to this one host, to the whole of it, and to https. */
export function cookieName(name: string, publicUrl: string): string {
  return isSecure(publicUrl) ? `__Host-${name}` : name
}

/** The value of the first cookie of this name (as `cookieName` gives it) in a `Cookie` header; null without one. */
export function cookieValue(header: string, name: string): string | null {
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return null
}

/**
 * A `Set-Cookie` line: not for scripts, and not sent with other sites' posts.
 *
 * @param name without its prefix. @param seconds how long it lasts; 0 takes it away.
 */
export function cookieLine(name: string, value: string, seconds: number, publicUrl: string): string {
  const secure = isSecure(publicUrl) ? '; Secure' : ''
  return `${cookieName(name, publicUrl)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`
}

/** Whether a signature is the one that it should be; how long that takes tells nothing of where they differ. */
export function isSameSignature(expected: string, given: string): boolean {
  const a = Buffer.from(expected)
  const b = Buffer.from(given)
  return a.length === b.length && timingSafeEqual(a, b)
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:')
}
