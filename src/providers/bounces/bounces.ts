import { createHash, timingSafeEqual } from 'node:crypto'
import type { BounceKind } from '#domain/bounces.ts'

export type BounceReport = {
  id: string
  email: string
  kind: BounceKind
  reason: string
  /** `OutgoingMail.id`; null where the provider does not tell. */
  mailId: string | null
}

export type BouncesOutcome =
  /** Empty for other events, such as a delivery. `token` is of a proof that does not sign the body, so it counts once. */
  { kind: 'reports'; reports: BounceReport[]; token?: string } | { kind: 'refused' | 'malformed' | 'unavailable' }

/** Checks the sender first. Never throws. */
export type Bounces = { read: (body: string, headers: Headers) => Promise<BouncesOutcome> }

const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/

export function mailIdOf(messageId: string | undefined): string | null {
  return uuid.exec(messageId ?? '')?.[0] ?? null
}

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
