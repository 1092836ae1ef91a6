import { type Failure, type FailureBody, statusOfFailure } from '../wire/failure.ts'

/** The one place that turns a failure into a status and words. It never holds what was sent, nor anything internal. */
export function failureResponse(
  failure: Failure,
  reference: string,
  securityHeaders: Record<string, string>,
): Response {
  const body: FailureBody = {
    error: failure.message,
    kind: failure.failure,
    ...(failure.fields ? { fields: failure.fields } : {}),
    reference,
    ...failure.details,
  }
  return new Response(JSON.stringify(body), {
    status: statusOfFailure[failure.failure],
    headers: {
      ...securityHeaders,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': reference,
      ...(failure.retryAfter ? { 'retry-after': String(failure.retryAfter) } : {}),
    },
  })
}
