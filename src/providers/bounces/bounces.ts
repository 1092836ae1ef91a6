import type { BounceKind } from '#domain/bounces.ts'

/** What the mail provider says of one mail and one of its recipients. */
export type BounceReport = {
  /** Of the report: the same when the provider sends it again. */
  id: string
  email: string
  kind: BounceKind
  /** What the recipient's server answered. It may name the recipient. */
  reason: string
  /** Our id of the mail (`OutgoingMail.id`); null where the provider does not tell. */
  mailId: string | null
}

export type BouncesOutcome =
  /**
   * `reports` is empty for what is no bounce, such as a delivery. `token` is what the proof holds for where it is not of the body: with the same
   * one again, anything could be said, so it counts once.
   */
  | { kind: 'reports'; reports: BounceReport[]; token?: string }
  /** The secret or the signature is wrong. */
  | { kind: 'refused' }
  /** It has not the shape that the provider sends. */
  | { kind: 'malformed' }
  /** The provider's certificate cannot be read now. */
  | { kind: 'unavailable' }

/** Reads what the mail provider posts to us: first whether it comes from there, then what it says. Never throws. */
export type Bounces = { read: (body: string, headers: Headers) => Promise<BouncesOutcome> }

const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/

/** Our id of a mail in its Message-ID, which is made of it (`smtp-mail.ts`); null where there is none. */
export function mailIdOf(messageId: string | undefined): string | null {
  return uuid.exec(messageId ?? '')?.[0] ?? null
}

/** A body as JSON; undefined where it is none. */
export function readJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
