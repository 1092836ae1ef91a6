import { type Failure, failure } from '../../../wire/failure.ts'
import { notSoldWords } from '../rules.ts'
import type { CheckoutStart } from './start-checkout.ts'

/** Why no payment page was opened for an upsell, as the calls answer it. */
export function checkoutRefusal(started: Exclude<CheckoutStart, { kind: 'ready' }>): Failure {
  const details = { success: false }
  switch (started.kind) {
    case 'not-found':
      return failure('not-found', "The application you're looking for doesn't exist.", { details })
    case 'not-approved':
      return failure('conflict', 'This application has not been approved yet.', {
        details: { ...details, status: started.status },
      })
    case 'withheld':
      return failure('conflict', notSoldWords(started.why), { details })
    case 'paid':
      return failure('conflict', 'This has been paid for already.', { details })
    case 'payment-under-way':
      return failure('conflict', 'A payment for this is under way. It can take a few days to arrive.', { details })
    case 'coupon-refused':
    case 'unavailable':
      return failure('unavailable', 'Failed to create checkout session', { details, retryAfter: 30 })
  }
}
