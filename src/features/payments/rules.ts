import type { NotSold } from '#domain/open-decisions.ts'
import type { WithheldStatus } from '#domain/register-status.ts'

export const checkoutLimit = { name: 'checkout', points: 60, seconds: 600 }

/** `under-way`: a slow payment is being sent. `unanswered`: the provider could not be asked whether it was paid. */
export type OutstandingPayment = 'under-way' | 'unanswered'

export type ClosedReason = Exclude<NotSold, 'not-approved'>

/** How often one address may ask for a billing page: too few to try addresses. */
export const portalLimit = { name: 'billing-portal', points: 20, seconds: 600 }

/** Codes that one address may try: enough for typing mistakes, too few for guessing. */
export const couponLimit = { name: 'coupon', points: 20, seconds: 600 }

export function tidyCoupon(typed: string | null | undefined): string | null {
  return typed?.trim().toUpperCase() || null
}

export function discountOf(pence: number, percentOff: number): number {
  return Math.round((pence * percentOff) / 100)
}

export const goldDays = 90

export function goldWaitWords(minScore: number, day: string): string {
  return `You get the Gold award once your event is assessed with a score of ${minScore}% or more. If it does not reach this score by ${day}, you do not get the award and we refund you in full.`
}

export const maxEngraving = 50

export function readEngraving(typed: string | null | undefined): { text: string } | { problem: string } {
  const text = typed?.trim() ?? ''
  if (!text) return { problem: 'Please enter your engraving text.' }
  if (text.length > maxEngraving) return { problem: `The engraving can have up to ${maxEngraving} characters.` }
  if (/\p{Cc}/u.test(text)) return { problem: 'The engraving must be one line of plain text.' }
  return { text }
}

export function notSoldWords(why: ClosedReason): string {
  if (why === 'closed') return 'Payment for this application is closed. Write to us to ask why.'
  if (why === 'past')
    return 'The date of this event has passed, so it cannot be listed. Correct the date, or apply for your next event.'
  return why === 'refused'
    ? 'This event was assessed and is not accredited. Nothing is sold for it unless an appeal is upheld.'
    : `This accreditation is ${why}. Paying does not change this.`
}

export function withheldWords(registerStatus: WithheldStatus): string {
  return `Your accreditation is ${registerStatus}, and the register shows this. Write to us to ask why, and what you need to do.`
}

export const disputedWords = 'The bank is looking into it. Please do not pay again before it has decided.'

export function looksLikeSession(id: string): boolean {
  return /^cs_[A-Za-z0-9_]{8,200}$/.test(id)
}

/** What becomes of a renewal whose facts nobody has confirmed: `declared` at most, or none. */
export type UnconfirmedRenewal = 'declared' | 'end'

export function unconfirmedWords(renewal: UnconfirmedRenewal): string {
  return renewal === 'end'
    ? 'If they are not confirmed by then, the listing does not renew and nothing is charged.'
    : 'If they are not confirmed by then, the listing renews all the same, but the register shows no more than “declared, no documents checked” until you confirm.'
}

/** Within how many working days a payment whose order is missing is matched, or given back. */
export const matchDays = 5

/** No money has come for an order of this status, as far as we know. */
export function isUnpaid({ status }: { status: string }): boolean {
  return status === 'pending' || status === 'expired' || status === 'failed'
}

const disputeStates: Record<string, string> = {
  needs_response: 'Waiting for our answer',
  under_review: 'The bank is deciding',
  won: 'Won, the money is ours',
  lost: 'Lost, the money went back to the payer',
  prevented: 'The money went back to the payer before it became a dispute',
  warning_needs_response: 'Early warning, waiting for our answer',
  warning_under_review: 'Early warning, the bank is deciding',
  warning_closed: 'Early warning, closed without a dispute',
  appeal_needs_response: 'Lost, and the appeal is waiting for our answer',
  appeal_under_review: 'Lost, and the bank is deciding the appeal',
}

/** The provider's word itself where it is new. */
export function disputeWords(status: string): string {
  return disputeStates[status] ?? status
}

/** A word that is new is no end. */
export function hasDisputeEnded(status: string): boolean {
  return ['won', 'lost', 'prevented', 'warning_closed'].includes(status)
}

/** What the bank asks for, by the reason of a dispute; sent at the payment provider. */
const evidenceOf: Record<string, string[]> = {
  fraudulent: [
    'who applied, and how their address was confirmed',
    'emails with the payer',
    'the entry and when it was published',
  ],
  product_not_received: ['the entry and when it was published', 'the email that said so', 'emails with the payer'],
  product_unacceptable: [
    'what was sold, as the payment page described it',
    'the entry and when it was published',
    'emails with the payer',
  ],
  subscription_canceled: [
    'the terms of renewal that were agreed to',
    'the reminders of the renewal',
    'emails with the payer',
  ],
  duplicate: ['both orders, and that they are for different things', 'the receipts'],
  credit_not_processed: ['the terms of refunds', 'the refund, if there was one', 'emails with the payer'],
}

const usualEvidence = ['the order and its receipt', 'the entry and when it was published', 'emails with the payer']

export function disputeEvidence(reason: string): string {
  return (evidenceOf[reason] ?? usualEvidence).join('; ')
}

export function disputeReason(reason: string): string {
  return reason.replaceAll('_', ' ')
}
