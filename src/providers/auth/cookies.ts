import { timingSafeEqual } from 'node:crypto'

/** Over https `__Host-` binds it to this host and to https. */
export function cookieName(name: string, publicUrl: string): string {
  return isSecure(publicUrl) ? `__Host-${name}` : name
}

export function cookieValue(header: string, name: string): string | null {
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return null
}

/** @param name without its prefix. @param seconds 0 removes it. */
export function cookieLine(name: string, value: string, seconds: number, publicUrl: string): string {
  const secure = isSecure(publicUrl) ? '; Secure' : ''
  return `${cookieName(name, publicUrl)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`
}

/** In a time that does not depend on where they differ. */
export function isSameSignature(expected: string, given: string): boolean {
  const a = Buffer.from(expected)
  const b = Buffer.from(given)
  return a.length === b.length && timingSafeEqual(a, b)
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:')
}
