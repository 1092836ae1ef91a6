import type { Type } from 'arktype'
import type { RateLimit } from '#database/rate-limit.ts'
import type { Admin, Permission } from '#domain/permissions.ts'
import type { Turn } from '#process/byte-turns.ts'
import type { Failure, FailureKind } from '#wire/failure.ts'
import type { Services } from './services.ts'
import type { Visitor } from './visitor.ts'

/** A permission means an admin whose role carries it; `owner`, that the handler itself asks `visitor.isOwnerOf` or `visitor.holds`. */
export type Access = 'anyone' | 'owner' | 'signature' | Permission

export type Call<Params, Query, Input, By extends Access = Access> = {
  params: Params
  query: Query
  input: Input
  raw: string
  /** @param turn where the call has turns of its own. */
  readBytes: (turn?: Turn) => Promise<Uint8Array | Failure>
  headers: Headers
  visitor: Visitor
  admin: By extends Permission ? Admin : null
  services: Services
}

export type SuccessStatus = 200 | 201

export type Answer<Status extends SuccessStatus = SuccessStatus, Value = unknown> = {
  answer: Value
  status?: Status
  headers?: Record<string, string>
  cookies?: string[]
  /** The answer is kept until one of them is announced. Without tags it belongs to the one who asked: `no-store`. */
  tags?: string[]
  /** Without tags: what other caches may do with an answer that is the same for everybody. It gets an ETag and is not kept here. */
  cacheControl?: string
}

/** Sent as it is and never kept, or 304 for its `etag`. Its headers win over those of every answer. */
export type FileAnswer = {
  file: Uint8Array | string | ReadableStream<Uint8Array>
  contentType: string
  headers?: Record<string, string>
}

/** JSON of this shape, or a file of this content type. */
export type Success = Type | { file: string }

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
type Infer<T> = T extends { infer: infer Shape } ? Shape : Record<string, never>
type Answers = Partial<Record<SuccessStatus, Success>>

type Command<P extends Schema, Q extends Schema, I extends Schema, By extends Access, Done> = {
  permission: By
  params?: P | undefined
  query?: Q | undefined
  schema?: I | undefined
  /** For one visitor. */
  limit?: RateLimit & {
    when?: string
    refusal?: (seconds: number) => string
  }
  /** Changes all or nothing, in one transaction. Expected failures are returned. */
  run: (call: Call<Infer<P>, Infer<Q>, Infer<I>, By>) => Promise<Done>
}

type CallDescription<A extends Answers> = {
  /** The signed cookie that the call reads: of what this browser created, or of its draft. With `owner` it is for that browser alone. */
  cookie?: 'mine' | 'draft'
  /** Reads what is public alone, so scripts of any site may call it without cookies (docs/open-data.md). */
  isOpen?: true
  summary: string
  description?: string
  /** The body is not JSON of ours: `raw` has it (up to 512 KB). With `max`, in bytes, `readBytes` reads it once `run` knows its sender. */
  rawBody?: { contentType: string; holds: Type; max?: number }
  bytes?: number
  /** Where both are there, 200 is for what was there already. */
  answers: A
  headers?: AnswerHeader[]
  /** Those that `run` returns. `src/http/openapi.ts` knows what refuses a call before it runs. */
  failures: Partial<Record<FailureKind, string | { when: string; details: Type }>>
}

type Outcome<A extends Answers> = Answer<keyof A & SuccessStatus> | FileAnswer | Failure

export type Endpoint = Omit<Command<Type, Type, Type, Access, unknown>, 'run'> &
  CallDescription<Answers> & { run: (call: Call<never, never, never, never>) => Promise<Outcome<Answers>> }

export type AnyCommand = Pick<Endpoint, 'permission' | 'params' | 'query' | 'schema' | 'limit' | 'run'>

/** A call of the API that opens its own transaction, or takes bytes or a raw body; `command` of `page/command.ts` is for pages' forms and the rest. */
export function command<
  const By extends Access,
  A extends Answers,
  Done extends Outcome<NoInfer<A>>,
  P extends Schema = undefined,
  I extends Schema = undefined,
  Q extends Schema = undefined,
>(definition: Command<P, Q, I, By, Done> & CallDescription<A>): typeof definition {
  return definition
}

export function read<
  const By extends Access,
  A extends Answers,
  P extends Schema = undefined,
  Q extends Schema = undefined,
>(definition: Command<P, Q, undefined, By, Outcome<NoInfer<A>>> & CallDescription<A>): typeof definition {
  return definition
}

export function answer<Value, Status extends SuccessStatus = 200>(
  value: Value,
  more: Omit<Answer<Status>, 'answer'> = {},
): Answer<NoInfer<Status>, Value> {
  return { answer: value, ...more }
}
