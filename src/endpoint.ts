import type { Type } from 'arktype'
import type { RateLimit } from './database/rate-limit.ts'
import type { Duty } from './domain/duties.ts'
import type { Services } from './services.ts'
import type { Visitor } from './visitor.ts'
import type { Failure } from './wire/failure.ts'

/**
 * Who may make a call: a duty means an admin whose role carries it; `owner` means that the handler itself asks `visitor.isOwnerOf` or
 * `visitor.holds`.
 */
export type Permission = 'anyone' | 'owner' | 'signature' | Duty

export type Call<Params, Query, Body> = {
  params: Params
  query: Query
  body: Body
  /** The untouched body of a call declared with `rawBody`. */
  raw: string
  headers: Headers
  visitor: Visitor
  services: Services
}

/** A JSON answer. */
export type Answer = {
  answer: unknown
  status?: number
  headers?: Record<string, string>
  cookies?: string[]
  /**
   * What a public answer was made of: it is kept and served again until one of these tags is announced. Answers without tags
   * belong to the one who asked: `no-store`.
   */
  tags?: string[]
}

/** A file, sent as it is to the one who asks and never kept. Its headers win over those of every answer. */
export type FileAnswer = {
  /** Whole, or sent while it is made (src/csv-file.ts). */
  file: Uint8Array | string | ReadableStream<Uint8Array>
  contentType: string
  headers?: Record<string, string>
}

export type Endpoint = {
  method: 'GET' | 'POST'
  /** From `apiPatterns`. */
  path: string
  permission: Permission
  summary: string
  /** Longer words for the API's readable page. */
  description?: string
  params?: Type
  query?: Type
  body?: Type
  /** The body is not JSON of ours: it is handed over untouched in `raw` (up to 512 KB). */
  rawBody?: boolean
  /** Shape of the successful answer, for the OpenAPI document. */
  answers?: Type
  limit?: RateLimit
  handle: (call: Call<never, never, never>) => Promise<Answer | FileAnswer | Failure>
}

/** What a schema lets through: after its defaults and transformations. */
type Infer<T> = T extends { infer: infer Shape } ? Shape : Record<string, never>

/** Declares an API call: one arktype schema each for parameters, query and body, shared with the form and the OpenAPI document. */
export function endpoint<P extends Type | undefined, Q extends Type | undefined, B extends Type | undefined>(
  definition: Omit<Endpoint, 'handle' | 'params' | 'query' | 'body'> & {
    params?: P
    query?: Q
    body?: B
    handle: (call: Call<Infer<P>, Infer<Q>, Infer<B>>) => Promise<Answer | FileAnswer | Failure>
  },
): Endpoint {
  return definition as unknown as Endpoint
}

/** A successful JSON answer. */
export function answer(value: unknown, more: Omit<Answer, 'answer'> = {}): Answer {
  return { answer: value, ...more }
}
