import { createHash, randomBytes } from 'node:crypto'
import type { Env } from '#env.ts'

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

/** Long enough to be a secret: links hold 256 bits, some behind an id and a dot; our ids are shorter. */
const secret = /(?<=[/=](?:[0-9a-f-]{36}\.)?)[A-Za-z0-9_-]{40,}/g

/** Readers of the mailbox need no recipient's link; without a mail server they do, since mails are nowhere else. */
export function withoutSecrets(part: string, env: Pick<Env, 'sandbox'>): string {
  return env.sandbox.has('mail') ? part : hideSecrets(part)
}

export function hideSecrets(text: string): string {
  return text.replace(secret, '…')
}
