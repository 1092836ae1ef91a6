import type Stripe from 'stripe'
import type { Books, Kind } from './books.ts'
import { fields, integer, list, optional, type Reader, text } from './parameters.ts'

/** `handle` runs in a transaction; an ApiError that it throws is the answer. */
export type ApiEndpoint = {
  method: 'GET' | 'POST' | 'DELETE'
  /** `:id` is one segment. */
  path: string
  read: Reader<{ expand: string[] }>
  handle: (call: { books: Books; request: never; id: string; publicUrl: string }) => Promise<object>
}

export const expand = list(text(200), 20)

export const time = integer({ max: 99_999_999_999 })

export const paging = pagingFields()

function pagingFields() {
  const range = fields({ gt: optional(time), gte: optional(time), lt: optional(time), lte: optional(time) })
  const created: Reader<{
    gt?: number | undefined
    gte?: number | undefined
    lt?: number | undefined
    lte?: number | undefined
  }> = (given, name) => {
    if (typeof given !== 'string') return range(given, name)
    const at = time(given, name)
    return { gte: at, lte: at }
  }
  return {
    limit: ((given, name) => (given === undefined ? 10 : integer({ min: 1, max: 100 })(given, name))) as Reader<number>,
    starting_after: optional(text(255)),
    ending_before: optional(text(255)),
    created: optional(created),
  }
}

type Shape = Record<string, Reader<unknown>>

type Values<F extends Shape> = { [K in keyof F]: F[K] extends Reader<infer T> ? T : never }
type Request<F extends Shape> = Values<F> & { expand: string[] }

export function call<F extends Shape>(
  method: ApiEndpoint['method'],
  path: string,
  shape: F,
  handle: (call: { books: Books; request: Request<F>; id: string; publicUrl: string }) => Promise<object>,
): ApiEndpoint {
  const read = fields({ ...shape, expand }) as ApiEndpoint['read']
  return { method, path, read, handle: handle as ApiEndpoint['handle'] }
}

export function retrieve(path: string, kind: Kind): ApiEndpoint {
  return call('GET', `${path}/:id`, {}, ({ books, id }) => books.get(kind, id))
}

/** @param whereOf what the filters mean; fields of the object with the same names where it is left out. */
export function listing<F extends Shape>(
  path: string,
  kind: Kind,
  filters: F,
  whereOf: (given: Partial<Values<F>>) => Record<string, unknown> = (given) => given,
): ApiEndpoint {
  const shape: Shape = filters
  return call('GET', path, { ...paging, ...shape }, async ({ books, request }) => {
    const given = Object.entries(request).filter(([name, value]) => name in filters && value !== undefined)
    const where = whereOf(Object.fromEntries(given) as Partial<Values<F>>)
    return { object: 'list', url: path, ...(await books.list(kind, { ...request, where })) }
  })
}

/** An empty value takes a key away. */
export function merged(present: Stripe.Metadata, given: Record<string, string>): Stripe.Metadata {
  return Object.fromEntries(Object.entries({ ...present, ...given }).filter(([, value]) => value !== ''))
}

/** Lets one transaction after the other make something of this name. */
export async function serialise(books: Books, name: string): Promise<void> {
  await books.tx`select pg_advisory_xact_lock(hashtextextended(${`sandbox payments ${name}`}, 0))`
}
