/** The closed list of expected failures. Each is a returned value; one place turns it into a status and words. */
export type FailureKind =
  | 'invalid'
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'wrong-method'
  | 'conflict'
  | 'too-large'
  | 'unsupported'
  | 'too-many'
  | 'unavailable'
  | 'internal'

export type FieldFailure = {
  /** Dotted path of the field as the body names it, for example `eventDraft.title`. */
  field: string
  /** What is wrong, in the person's words. */
  message: string
}

export type Failure = {
  failure: FailureKind
  /** One sentence for the person. Never holds what they sent. */
  message: string
  fields?: FieldFailure[]
  /** Seconds to wait, for `too-many` and `unavailable`. */
  retryAfter?: number
  /** More that the call documents, for example the current state of a conflict. */
  details?: Record<string, unknown>
  /** Headers of the answer that the call documents. */
  headers?: Record<string, string>
}

/** The body of every failed API answer. `error` is the sentence to show; `reference` finds the request in the log. */
export type FailureBody = {
  error: string
  kind: FailureKind
  fields?: FieldFailure[]
  reference: string
} & Record<string, unknown>

export const statusOfFailure: Record<FailureKind, number> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'wrong-method': 405,
  conflict: 409,
  'too-large': 413,
  unsupported: 415,
  invalid: 422,
  'too-many': 429,
  internal: 500,
  unavailable: 503,
}

export function failure(kind: FailureKind, message: string, more: Omit<Failure, 'failure' | 'message'> = {}): Failure {
  return { failure: kind, message, ...more }
}

export function isFailure(value: unknown): value is Failure {
  return typeof value === 'object' && value !== null && 'failure' in value
}

/** '45 seconds', '10 minutes'. */
export function waitWords(seconds: number): string {
  return seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`
}

/**
 * The failure of somebody who has asked too often.
 *
 * @param seconds to wait.
 * @param refusal says it in words of its own.
 */
export function tooMany(
  seconds: number,
  refusal = (wait: number) => `You have tried too many times. Please wait ${waitWords(wait)} and try again.`,
): Failure {
  return failure('too-many', refusal(seconds), { retryAfter: seconds })
}
