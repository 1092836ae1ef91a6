import type { Type } from 'arktype'
import type { RateLimit } from './database/rate-limit.ts'
import type { Duty } from './domain/duties.ts'
import type { Services } from './services.ts'
import type { Visitor } from './visitor.ts'
import type { Failure, FailureKind } from './wire/failure.ts'

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

export type SuccessStatus = 200 | 201

/** A JSON answer, with 200 unless it says otherwise. */
export type Answer<Status extends SuccessStatus = SuccessStatus> = {
  answer: unknown
  status?: Status
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

/** What comes back when a call succeeds: JSON of this shape, or a file of this content type. */
export type Success = Type | { file: string }

/** Headers that a call's answer may carry; `src/http/openapi.ts` says of each what it holds. */
export type AnswerHeader =
  | 'Link'
  | 'X-Total-Count'
  | 'X-Total-Count-Relation'
  | 'ETag'
  | 'Set-Cookie'
  | 'Content-Disposition'

export type Endpoint = {
  method: 'GET' | 'POST'
  /** From `apiPatterns`. */
  path: string
  /** The name of the call in programs that are made from the OpenAPI document: never changed once it is published. */
  id: string
  permission: Permission
  /** The signed cookie that the call looks at: the one of what this browser created, or of its unfinished application. */
  cookie?: 'mine' | 'draft'
  summary: string
  /** Longer words for the API's readable page. */
  description?: string
  params?: Type
  query?: Type
  body?: Type
  /** The body is not JSON of ours: it is handed over untouched in `raw` (up to 512 KB). The document names its content type and shape. */
  rawBody?: { contentType: string; holds: Type }
  /** Every success, by its status. Where both are there, 200 is for what was there already. */
  answers: Partial<Record<SuccessStatus, Success>>
  /** Headers that a success may carry, apart from those of every answer. `ETag` is that of an answer with tags. */
  headers?: AnswerHeader[]
  /**
   * Every failure that the handler itself answers, with when it does and what more such an answer holds. What refuses a call
   * before its handler is asked need not be named: `src/http/openapi.ts` knows.
   */
  failures: Partial<Record<FailureKind, string | { when: string; details: Type }>>
  limit?: RateLimit
  handle: (call: Call<never, never, never>) => Promise<Answer | FileAnswer | Failure>
}

/** What a schema lets through: after its defaults and transformations. */
type Infer<T> = T extends { infer: infer Shape } ? Shape : Record<string, never>

/**
 * Declares an API call: one arktype schema each for parameters, query, body and answers, shared with the form and the OpenAPI
 * document. The tests hold every answer against what is declared here.
 */
export function endpoint<
  P extends Type | undefined,
  Q extends Type | undefined,
  B extends Type | undefined,
  A extends Endpoint['answers'],
>(
  definition: Omit<Endpoint, 'handle' | 'params' | 'query' | 'body' | 'answers'> & {
    params?: P
    query?: Q
    body?: B
    answers: A
    handle: (
      call: Call<Infer<P>, Infer<Q>, Infer<B>>,
    ) => Promise<Answer<NoInfer<keyof A & SuccessStatus>> | FileAnswer | Failure>
  },
): Endpoint {
  return definition as unknown as Endpoint
}

/** A successful JSON answer. */
export function answer<Status extends SuccessStatus = 200>(
  value: unknown,
  more: Omit<Answer<Status>, 'answer'> = {},
): Answer<NoInfer<Status>> {
  return { answer: value, ...more }
}
