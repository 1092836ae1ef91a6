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
  | { kind: 'reports'; reports: BounceReport[]; token?: string }
  | { kind: 'refused' }
  | { kind: 'malformed' }
  | { kind: 'unavailable' }

/** Checks the sender first. Never throws. */
export type Bounces = { read: (body: string, headers: Headers) => Promise<BouncesOutcome> }

const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/

export function mailIdOf(messageId: string | undefined): string | null {
  return uuid.exec(messageId ?? '')?.[0] ?? null
}

export function readJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
