import { type Failure, type FailureBody, statusOfFailure } from '#wire/failure.ts'

/** Never holds what was sent, nor anything internal. */
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
      ...refused.headers,
      ...(refused.retryAfter ? { 'retry-after': String(refused.retryAfter) } : {}),
    },
  })
}

/** Ten characters that a person can read out; they find a request in the log. */
export function newReference(): string {
  return Bun.randomUUIDv7().replaceAll('-', '').slice(-10).toUpperCase()
}
