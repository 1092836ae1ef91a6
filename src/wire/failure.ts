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
  /** As the body names it: `eventDraft.title`. */
  field: string
  message: string
}

export type Failure = {
  failure: FailureKind
  /** For the person; never holds what they sent. */
  message: string
  fields?: FieldFailure[]
  retryAfter?: number
  details?: Record<string, unknown>
  headers?: Record<string, string>
}

/** `error` is the sentence to show; `reference` finds the request in the log. */
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

export function waitWords(seconds: number): string {
  return seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`
}

export function tooMany(
  seconds: number,
  refusal = (wait: number) => `You have tried too many times. Please wait ${waitWords(wait)} and try again.`,
): Failure {
  return failure('too-many', refusal(seconds), { retryAfter: seconds })
}
