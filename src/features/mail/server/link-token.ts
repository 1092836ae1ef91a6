import { createHash, randomBytes } from 'node:crypto'

/** A new token: 256 random bits as 43 letters, digits, `-` and `_`. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a token: its SHA-256 in hex; null for a text that no token of ours can be. */
export function tokenHash(token: string | undefined): string | null {
  if (!/^[\w-]{43}$/.test(token ?? '')) return null
  return createHash('sha256').update(token!).digest('hex')
}
