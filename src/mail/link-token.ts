import { createHash, randomBytes } from 'node:crypto'
import { type } from 'arktype'

const tokenPattern = /^[\w-]{43}$/

/** What the forms of a page take that an emailed link opens: its token, and what the database keeps of that. */
export const linkParams = type({ token: tokenPattern }).pipe(({ token }) => ({ token, tokenHash: hashOf(token) }))

/** A new token: 256 random bits as 43 letters, digits, `-` and `_`. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether a text can be a token of ours. */
export function isToken(text: string | undefined): text is string {
  return tokenPattern.test(text ?? '')
}

/** What the database keeps of a token: its SHA-256 in hex; null for a text that no token of ours can be. */
export function tokenHash(token: string | undefined): string | null {
  return isToken(token) ? hashOf(token) : null
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
