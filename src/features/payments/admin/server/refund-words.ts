import type { Refundable, RefundOutcome } from '#features/payments/refunds/server/refund-order.ts'
import type { Outcome } from '#wire/form.ts'

export const refundedWords = {
  refunded: 'The money has been refunded',
  'under-way': {
    tone: 'warning',
    title: 'The refund is recorded, and the provider has not answered yet',
    text: 'We ask again automatically. The money is refunded only once.',
  },
} as const

export function refusalOf(outcome: Exclude<RefundOutcome, { kind: 'refunded' | 'under-way' | 'too-much' }>): Outcome {
  switch (outcome.kind) {
    case 'refused':
      return {
        tone: 'danger',
        title: 'The payment provider has refused the refund',
        ...(outcome.problem ? { text: `It says: ${outcome.problem}` } : {}),
      }
    case 'not-allowed':
      return { tone: 'danger', title: 'Nothing was refunded' }
    case 'nothing-left':
      return whyNothing.refundable
    case 'not-found':
      return { tone: 'danger', title: 'There is no such payment' }
    case 'unavailable':
      return { ...whyNothing.unavailable, text: 'Nothing was refunded. Try again.' }
    default:
      return whyNothing[outcome.kind]
  }
}

export const whyNothing: Record<Refundable['kind'], Outcome> = {
  'being-asked': {
    tone: 'warning',
    title: 'A refund of this payment is under way, and the provider has not answered yet',
    text: 'We ask again automatically. Until it answers we do not know how much is left, so you cannot refund more.',
  },
  refundable: { tone: 'warning', title: 'Everything has already been refunded' },
  'nothing-taken': { tone: 'warning', title: 'No money was paid, so there is nothing to refund' },
  'not-found': { tone: 'danger', title: 'The payment provider does not have this payment' },
  unavailable: { tone: 'danger', title: 'The payment provider does not answer', text: 'Try again in a few minutes.' },
}
