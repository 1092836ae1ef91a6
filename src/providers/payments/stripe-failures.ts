import Stripe from 'stripe'
import type { PaymentsFailure } from './payments.ts'

export async function ask<Answered, Read extends object>(
  call: Promise<Answered>,
  read: (answer: Answered) => Read,
): Promise<Read | PaymentsFailure> {
  try {
    return read(await call)
  } catch (problem) {
    return problem instanceof Stripe.errors.StripeError ? failureOf(problem) : brokenAnswer
  }
}

function failureOf(problem: InstanceType<typeof Stripe.errors.StripeError>): PaymentsFailure {
  const status = problem.statusCode ?? 0
  const code = problem.code ?? problem.rawType ?? problem.type
  const about = { code, requestId: problem.requestId ?? null }
  if (problem.code === 'resource_missing' && status === 404) {
    return { ...about, failure: 'payments-not-found', newKeyNeeded: true }
  }
  // A refused key says nothing about the request: with a corrected key the same request has an answer.
  const isOurKey = status === 401 || status === 403
  if (isOurKey || status === 409 || status === 429)
    return { ...about, failure: 'payments-unavailable', newKeyNeeded: false }
  if (status >= 400 && status < 500) return { ...about, failure: 'payments-rejected', newKeyNeeded: true }
  return { ...about, failure: 'payments-unavailable', newKeyNeeded: status >= 500 }
}

const nobodyAsked = { code: null, requestId: null, newKeyNeeded: false }
export const brokenAnswer: PaymentsFailure = { ...nobodyAsked, failure: 'payments-unavailable', code: 'broken_answer' }
export const badSignature: PaymentsFailure = { ...nobodyAsked, failure: 'bad-signature' }
export const nothingTaken: PaymentsFailure = {
  ...nobodyAsked,
  failure: 'payments-not-found',
  code: 'nothing_taken',
  newKeyNeeded: true,
}
