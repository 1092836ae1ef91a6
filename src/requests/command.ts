import type { Type } from 'arktype'
import type { RateLimit } from '#database/rate-limit.ts'
import type { Admin, Permission } from '#domain/permissions.ts'
import type { Failure, FailureKind } from '#wire/failure.ts'
import type { Services } from './services.ts'
import type { Visitor } from './visitor.ts'

/**
 * Who may make a call: a permission means an admin whose role carries it; `owner` means that the handler itself asks `visitor.isOwnerOf` or
 * `visitor.holds`.
 */
export type Access = 'anyone' | 'owner' | 'signature' | Permission

export type Call<Params, Query, Input, By extends Access = Access> = {
  params: Params
  query: Query
  /** What was sent, as its schema lets it through. */
  input: Input
  /** The untouched body of a call declared with `rawBody`. */
  raw: string
  /** The untouched body of a call declared with `bytes`, read only when this is asked: whoever may not send it costs nothing. */
  readBytes: () => Promise<Uint8Array | Failure>
  headers: Headers
  visitor: Visitor
  /** Who makes it, where it takes a permission. */
  admin: By extends Permission ? Admin : null
  services: Services
}

export type SuccessStatus = 200 | 201

/** A JSON answer, with 200 unless it says otherwise. */
export type Answer<Status extends SuccessStatus = SuccessStatus, Value = unknown> = {
  answer: Value
  status?: Status
  headers?: Record<string, string>
  cookies?: string[]
  /**
   * What a public answer was made of: it is kept and served again until one of these tags is announced. Answers without tags
   * belong to the one who asked: `no-store`.
   */
  tags?: string[]
  /**
   * Of an answer without tags that is the same for everybody: what the caches of others may do with it. It gets an ETag. Here it is not kept.
   */
  cacheControl?: string
}

/**
 * A file, sent as it is to the one who asks and never kept, or 304 to whoever has the one of its `etag`. Its headers win over those of every
 * answer.
 */
export type FileAnswer = {
  /** Whole, or sent while it is made (src/requests/csv-file.ts). */
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
  | 'RateLimit'
  | 'WWW-Authenticate'
  | 'RateLimit-Policy'
  | 'Set-Cookie'
  | 'Content-Disposition'

type Schema = Type | undefined
/** What a schema lets through: after its defaults and transformations. */
type Infer<T> = T extends { infer: infer Shape } ? Shape : Record<string, never>
type Answers = Partial<Record<SuccessStatus, Success>>

/** Something that a visitor or an admin can do or read: who may, how often, with what, and how it is done. */
type Command<P extends Schema, Q extends Schema, I extends Schema, By extends Access, Done> = {
  permission: By
  params?: P | undefined
  query?: Q | undefined
  /** Of the JSON body, or of the posted form. */
  schema?: I | undefined
  /** How often one visitor may do it. */
  limit?: RateLimit & {
    /** For the document, where it says more than that it was too often. */
    when?: string
    /** For the person, likewise. */
    refusal?: (seconds: number) => string
  }
  /** Does it, all or nothing: what it changes, it changes in one transaction. Expected failures are returned. */
  run: (call: Call<Infer<P>, Infer<Q>, Infer<I>, By>) => Promise<Done>
}

/** What the OpenAPI document says of a call, and the tests hold its answers to. */
type Documented<A extends Answers> = {
  /**
   * The signed cookie that the call looks at: the one of what this browser created, or of its unfinished application. With `owner` it is
   * for that browser alone, and for nobody who is signed in.
   */
  cookie?: 'mine' | 'draft'
  /** Reads what is public alone, so scripts of any other site may call it too, without cookies: `*` (docs/open-data.md). */
  isOpen?: true
  summary: string
  /** Longer words for the API's readable page. */
  description?: string
  /** The body is not JSON of ours: it is handed over untouched in `raw` (up to 512 KB). The document names its content type and shape. */
  rawBody?: { contentType: string; holds: Type }
  /** The body is a file, or a piece of one, of at most so many bytes: `readBytes` reads it. */
  bytes?: number
  /** Every success, by its status. Where both are there, 200 is for what was there already. */
  answers: A
  /** Headers that a success may carry, apart from those of every answer. `ETag` is that of an answer with tags. */
  headers?: AnswerHeader[]
  /**
   * Every failure that `run` itself returns, with when it does and what more such an answer holds. What refuses a call before it runs
   * need not be named: `src/http/openapi.ts` knows.
   */
  failures: Partial<Record<FailureKind, string | { when: string; details: Type }>>
}

type Outcome<A extends Answers> = Answer<keyof A & SuccessStatus> | FileAnswer | Failure

/** A call of the API, whatever it takes. */
export type Endpoint = Omit<Command<Type, Type, Type, Access, unknown>, 'run'> &
  Documented<Answers> & { run: (call: Call<never, never, never, never>) => Promise<Outcome<Answers>> }

/** What it takes to run one. */
export type AnyCommand = Pick<Endpoint, 'permission' | 'params' | 'query' | 'schema' | 'limit' | 'run'>

/**
 * Declares a command: served as the call that `http/endpoints.ts` names, as a page's own form post (`form-post.ts`), or as both. One
 * arktype schema checks what is sent, in the browser too.
 */
export function command<
  const By extends Access,
  A extends Answers,
  Done extends Outcome<NoInfer<A>>,
  P extends Schema = undefined,
  I extends Schema = undefined,
  Q extends Schema = undefined,
>(definition: Command<P, Q, I, By, Done> & Documented<A>): typeof definition {
  return definition
}

/** Declares what pages' forms alone do, and no call. */
export function formCommand<
  const By extends Access,
  Done extends Answer | Failure,
  P extends Schema = undefined,
  I extends Schema = undefined,
>(definition: Command<P, undefined, I, By, Done>): typeof definition {
  return definition
}

/** Declares a call that only reads. */
export function read<
  const By extends Access,
  A extends Answers,
  P extends Schema = undefined,
  Q extends Schema = undefined,
>(definition: Command<P, Q, undefined, By, Outcome<NoInfer<A>>> & Documented<A>): typeof definition {
  return definition
}

/** A successful JSON answer. */
export function answer<Value, Status extends SuccessStatus = 200>(
  value: Value,
  more: Omit<Answer<Status>, 'answer'> = {},
): Answer<NoInfer<Status>, Value> {
  return { answer: value, ...more }
}
