import { isMailAddress } from '../../../domain/mail-address.ts'

/** What the press page shows of its form. */
export type PressData = {
  email: string
  /** What is wrong with the address. */
  error: string | null
  /** Why a right address could not be taken. */
  problem: string | null
  /** The form was taken, without a script. */
  isAsked: boolean
}

export const emptyPress: PressData = { email: '', error: null, problem: null, isAsked: false }

/** What is wrong with an address, as the server says it too; null for nothing. */
export function wrongAddress(email: string): string | null {
  if (!email) return 'Email is required'
  return isMailAddress(email) ? null : 'Please enter a valid email address'
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
