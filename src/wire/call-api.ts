import { apiPath, type CallId, routeOfCall } from '#api.ts'
import type { Query } from '#pages.ts'
import type { FailureBody } from './failure.ts'

export type { CallId, Query }

export class ApiError extends Error {
  readonly status: number
  readonly failure: FailureBody | null

  constructor(status: number, text: string) {
    super(`${status}: ${text}`)
    this.name = 'ApiError'
    this.status = status
    this.failure = readFailure(text)
  }
}

type CallOptions = {
  params?: Record<string, string>
  query?: Query
  body?: unknown
  signal?: AbortSignal | undefined
  keepalive?: boolean
}

/** Rejects with `ApiError` when the answer is not OK, and with a `TypeError` without one. */
export async function callApi<Answer>(
  id: CallId,
  { params, query, body, signal, keepalive = false }: CallOptions = {},
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
