import type { Books, Kind, ListRequest } from './books.ts'
import { type Fields, fields, integer, list, optional, type Reader, text, type Values } from './parameters.ts'

type ApiCall<Request> = { books: Books; request: Request; id: string; parent: string; publicUrl: string }

/** `handle` runs in a transaction; an ApiError that it throws is the answer. */
export type ApiEndpoint = {
  method: 'GET' | 'POST' | 'DELETE'
  /** `:id` is one segment, and so is `:parent`. */
  path: string
  read: Reader<{ expand: string[] }>
  handle: (call: ApiCall<never>) => Promise<object>
}

export const expand = list(text(200), 20)

export const optionalId = optional(text(255))

export const time = integer({ max: 99_999_999_999 })

export const paging = {
  limit: ((given, name) => (given === undefined ? 10 : integer({ min: 1, max: 100 })(given, name))) as Reader<number>,
  starting_after: optionalId,
  created: optional(fields({ gte: optional(time), lt: optional(time) })),
}

type Request<F extends Fields> = Values<F> & { expand: string[] }

export function call<F extends Fields>(
  method: ApiEndpoint['method'],
  path: string,
  shape: F,
  handle: (call: ApiCall<Request<F>>) => Promise<object>,
): ApiEndpoint {
  const read = fields({ ...shape, expand }) as ApiEndpoint['read']
  return { method, path, read, handle: handle as ApiEndpoint['handle'] }
}

export function retrieve(kind: Kind): ApiEndpoint {
  return call('GET', `/v1/${kind.replace('.', '/')}s/:id`, {}, ({ books, id }) => books.get(kind, id))
}

/** @param meaningOf what the filters mean; fields of the object with the same names where it is left out. */
export function listing<F extends Fields>(
  path: string,
  kind: Kind,
  filters: F,
  meaningOf: (given: Partial<Values<F>>) => Pick<ListRequest, 'where' | 'hidden'> = (where) => ({ where }),
): ApiEndpoint {
  const shape: Fields = filters
  return call('GET', path, { ...paging, ...shape }, async ({ books, request }) => {
    const given = Object.entries(request).filter(([name, value]) => name in filters && value !== undefined)
    const meaning = meaningOf(Object.fromEntries(given) as Partial<Values<F>>)
    return books.list(kind, { ...request, ...meaning, url: path })
  })
}

/** Lets one transaction after the other make something of this name. */
export async function serialise(books: Books, name: string): Promise<void> {
  await books.tx`select pg_advisory_xact_lock(hashtextextended(${`sandbox payments ${name}`}, 0))`
}
