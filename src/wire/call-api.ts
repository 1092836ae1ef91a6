import { apiPath, type CallId, routeOfCall } from '#api.ts'
import type { Query } from '#pages.ts'
import type { FailureBody } from './failure.ts'

export type { CallId, Query }

/** A call that was answered with a failure. Its message is the status, a colon and a space, then the answer's text. */
export class ApiError extends Error {
  readonly status: number
  /** The answer when it was one of ours; null for anything else (a proxy's page, an empty answer). */
  readonly failure: FailureBody | null

  constructor(status: number, text: string) {
    super(`${status}: ${text}`)
    this.name = 'ApiError'
    this.status = status
    this.failure = readFailure(text)
  }
}

type Sent = {
  params?: Record<string, string>
  query?: Query
  body?: unknown
  signal?: AbortSignal | undefined
  keepalive?: boolean
}

/**
 * Makes a call of our API with the visitor's cookies. A body is sent as JSON only when given.
 *
 * @returns the JSON answer. Rejects with `ApiError` when the answer is not OK, and with a `TypeError` when there is none.
 */
export async function callApi<Answer>(
  id: CallId,
  { params, query, body, signal, keepalive = false }: Sent = {},
): Promise<Answer> {
  const response = await fetch(apiPath(id, params, query), {
    method: routeOfCall(id).method,
    credentials: 'include',
    keepalive,
    ...(signal ? { signal } : {}),
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText)
  return (await response.json()) as Answer
}

function readFailure(text: string): FailureBody | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'error' in value ? (value as FailureBody) : null
  } catch {
    return null
  }
}
