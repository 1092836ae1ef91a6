import { createHash, timingSafeEqual } from 'node:crypto'

/** As the password of `Authorization: Basic` with any user (what providers send for `https://user:password@host/`), or as `Bearer`. */
export function holdsSecret(headers: Headers, secrets: string[]): boolean {
  const [, scheme = '', word = ''] = /^(basic|bearer) +(\S+)$/i.exec(headers.get('authorization')?.trim() ?? '') ?? []
  const given = scheme.toLowerCase() === 'basic' ? passwordOf(word) : word
  return secrets.some((secret) => isSame(given, secret))
}

/** In a time that tells nothing of either. */
export function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other))
}

function digest(text: string): Uint8Array {
  return createHash('sha256').update(text).digest()
}

function passwordOf(word: string): string {
  const text = Buffer.from(word, 'base64').toString('utf8')
  return text.includes(':') ? text.slice(text.indexOf(':') + 1) : ''
}
