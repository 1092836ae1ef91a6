import type { ShownClaim } from '#domain/claims.ts'
import type { FormState } from '#wire/form.ts'
import type { PressRelease } from './content.ts'

/** What the press page shows of its form. */
export type PressData = {
  releases: (PressRelease & { isSample?: true })[]
  /** What the press has written of the scheme. */
  quotes: ShownClaim[]
  form: FormState
  /** The form was taken, without a script. */
  isAsked: boolean
}

/** Days that a request for a subscription can be confirmed. */
export const requestDays = 7

/** What the page of a confirmation link shows. */
export type ConfirmationData = {
  /** `used`: the subscription that it began has ended since. `unknown`: not of ours, forgotten, or cut off on its way. */
  kind: 'usable' | 'subscribed' | 'used' | 'expired' | 'unknown'
  token: string
}

/** What the page of an unsubscribe link shows. */
export type UnsubscribeData = { kind: 'subscribed' | 'ended' | 'unknown'; token: string }
