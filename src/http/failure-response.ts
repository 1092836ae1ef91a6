import { type Failure, type FailureBody, failure, statusOfFailure } from '../wire/failure.ts'

/** The one place that turns a failure into a status and words. It never holds what was sent, nor anything internal. */
export function failureResponse(
  refused: Failure,
  reference: string,
  securityHeaders: Record<string, string>,
): Response {
  const body: FailureBody = {
    error: refused.message,
    kind: refused.failure,
    ...(refused.fields ? { fields: refused.fields } : {}),
    reference,
    ...refused.details,
  }
  return new Response(JSON.stringify(body), {
    status: statusOfFailure[refused.failure],
    headers: {
      ...securityHeaders,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': reference,
      ...(refused.retryAfter ? { 'retry-after': String(refused.retryAfter) } : {}),
    },
  })
}

/** The failure of somebody who has asked too often, with the seconds to wait. */
export function tooMany(seconds: number): Failure {
  const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`
  return failure('too-many', `That was too often. Please wait ${wait} and try again.`, { retryAfter: seconds })
}
