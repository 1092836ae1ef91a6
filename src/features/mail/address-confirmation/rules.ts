/**
 * What an address was given for, in the words of the mail that asks to confirm it. Fixed texts alone: whoever typed the address may be
 * a stranger to it, so nothing that was typed stands in that mail.
 */
export const confirmationReasons = {
  application: {
    asked: 'Someone, probably you, has applied for accreditation with this email address.',
    waits: 'Until you confirm it, we cannot send you a copy of the application or publish an accreditation.',
  },
  boxing: {
    asked: 'Someone, probably you, has reserved tickets for the boxing night with this email address.',
    waits: 'If the address is not confirmed within 24 hours, we cancel the reservation.',
  },
} as const satisfies Record<string, { asked: string; waits: string }>
export type ConfirmationReason = keyof typeof confirmationReasons

/** Days that a link can be used. */
export const confirmationDays = 14

/** What the page of a link shows. */
export type AddressConfirmationData = {
  /** `unknown`: not of ours, forgotten, or cut off on its way. */
  kind: 'usable' | 'confirmed' | 'expired' | 'unknown'
  token: string
  /** Seconds to wait, where a new link was asked for too often. */
  wait: number | null
  /** A new link is on its way. */
  isSent: boolean
}
