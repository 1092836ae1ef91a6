import { createHash, randomBytes } from 'node:crypto'

const tokenPattern = /^[\w-]{43}$/

/** 256 random bits as 43 letters, digits, `-` and `_`. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export function isToken(text: string | undefined): text is string {
  return tokenPattern.test(text ?? '')
}

/** What the database keeps: SHA-256 in hex; null where it cannot be a token. */
export function tokenHash(token: string | undefined): string | null {
  return isToken(token) ? createHash('sha256').update(token).digest('hex') : null
}
