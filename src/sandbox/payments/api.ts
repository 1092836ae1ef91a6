import { createHash } from 'node:crypto'
import type postgres from 'postgres'
import Stripe from 'stripe'
import type { Transaction } from '#database/sql.ts'
import { readBodyText } from '#process/read-body.ts'
import { isSameSignature } from '#providers/auth/cookies.ts'
import { ApiError, badRequest } from './api-error.ts'
import { type Books, type Kind, newId, openBooks, type SandboxParts } from './books.ts'
import { linesOfSession } from './checkout.ts'
import { checkoutEndpoints } from './checkout-endpoints.ts'
import type { ApiEndpoint } from './endpoint.ts'
import { errorOfFault, type FaultKind, takeFault } from './faults.ts'
import { parseForm } from './parameters.ts'
import { paymentEndpoints } from './payment-endpoints.ts'

const maxFormBytes = 256 * 1024

type Answer = { status: number; body: object; isReplay?: boolean }
/** `silence`: the caller gets no answer. */
type Reply = Answer | 'silence'
type ApiRequest = { method: string; path: string; form: string; key: string | null }

export function createApi(
  { sql, publicUrl, seconds, changed }: SandboxParts,
  secretKey: string,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const requestId = newId('req')
    const reply = await answer(request)
    if (reply !== 'silence') return responseOf(reply, requestId)
    await hangUp(request.signal)
    return new Response(null, { status: 499 })
  }

  async function answer(request: Request): Promise<Reply> {
    try {
      checkCaller(request.headers)
      const url = new URL(request.url)
      const { method } = request
      const form = method === 'POST' ? await readBodyText(request, { bytes: maxFormBytes }) : url.search.slice(1)
      if (form === null) throw new ApiError(413, 'invalid_request_error', null, 'The request is too large.')
      const key = method === 'POST' ? request.headers.get('idempotency-key') : null
      if (key !== null && (key === '' || key.length > 255))
        throw badRequest(null, 'Idempotency keys have 1 to 255 characters.')
      const asked = { method, path: url.pathname, form, key }
      const reply = await sql.begin((tx) => answerOnce(tx, asked))
      if (method !== 'GET') changed()
      return reply as Reply
    } catch (problem) {
      return answerOf(problem)
    }
  }

  function checkCaller(headers: Headers): void {
    const [scheme = '', given = ''] = headers.get('authorization')?.split(' ') ?? []
    if (scheme !== 'Bearer' || !isSameSignature(secretKey, given)) {
      throw new ApiError(401, 'invalid_request_error', null, 'Invalid API Key provided.')
    }
    const version = headers.get('stripe-version')
    if (version && version !== Stripe.API_VERSION) {
      throw badRequest(null, `This sandbox speaks Stripe API version ${Stripe.API_VERSION} only.`)
    }
  }

  /** A repeated request gets the first answer, a kept 500 included. */
  async function answerOnce(tx: Transaction, asked: ApiRequest): Promise<Reply> {
    const kept = asked.key === null ? null : await cachedAnswer(tx, asked, asked.key)
    if (kept) return kept
    const fault = await takeFault(tx, `${asked.method} ${asked.path}`)
    if (fault === 'hang') return 'silence'
    const done = await tx.savepoint((inner) => run(inner, asked, fault)).catch(answerOf)
    const outcome = fault === 'late-error' ? answerOf(errorOfFault('server-error')) : done
    if (asked.key !== null && isKept(outcome)) await keep(tx, asked, asked.key, outcome)
    return fault === 'lost-answer' ? 'silence' : outcome
  }

  async function run(tx: Transaction, { method, path, form }: ApiRequest, fault: FaultKind | null): Promise<Answer> {
    const { endpoint, id, parent } = findEndpoint(method, path)
    const request = endpoint.read(parseForm(form), '')
    const trouble = fault && errorOfFault(fault)
    if (trouble) throw trouble
    const books = openBooks(tx, { now: seconds() })
    const object = await endpoint.handle({ books, request: request as never, id, parent, publicUrl: publicUrl() })
    return { status: 200, body: await expand(books, object, request.expand) }
  }
}

/** Ends when the caller has given up. */
function hangUp(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

async function cachedAnswer(tx: Transaction, { method, path, form }: ApiRequest, key: string): Promise<Answer | null> {
  const [lock] = await tx`
    select pg_try_advisory_xact_lock(hashtextextended(${`sandbox payments idempotency ${key}`}, 0)) as held`
  if (!lock?.held) throw errorOfFault('in-use')!
  await tx`delete from sandbox.payment_idempotency_keys where key = ${key} and created_at < now() - interval '24 hours'`
  const [row] = await tx`
    select method_and_path, parameters_hash, status, answer from sandbox.payment_idempotency_keys where key = ${key}`
  if (!row) return null
  if (row.method_and_path !== `${method} ${path}`) throw otherUse('endpoint', key)
  if (row.parameters_hash !== hashOf(form)) throw otherUse('parameters', key)
  return { status: row.status, body: row.answer, isReplay: true }
}

async function keep(tx: Transaction, { method, path, form }: ApiRequest, key: string, { status, body }: Answer) {
  await tx`
    insert into sandbox.payment_idempotency_keys (key, method_and_path, parameters_hash, status, answer)
    values (${key}, ${`${method} ${path}`}, ${hashOf(form)}, ${status}, ${tx.json(body as postgres.JSONValue)})`
}

/** Stripe keeps every answer of a request that it began to process. */
function isKept({ status, body }: Answer): boolean {
  const { error } = body as { error?: { code?: string; param?: string } }
  const failsBefore =
    status === 400 && error?.code !== 'resource_missing' && (error?.param || error?.code?.startsWith('parameter_'))
  return status !== 429 && status !== 409 && !failsBefore
}

function otherUse(what: 'endpoint' | 'parameters', key: string): ApiError {
  const message = `Keys for idempotent requests can only be used with the same ${what} they were first used with. Try another key than '${key}'.`
  return new ApiError(400, 'idempotency_error', null, message)
}

function answerOf(problem: unknown): Answer {
  if (problem instanceof ApiError) return { status: problem.status, body: problem.body() }
  throw problem
}

function responseOf({ status, body, isReplay }: Answer, requestId: string): Response {
  return Response.json(body, {
    status,
    headers: {
      'request-id': requestId,
      'stripe-version': Stripe.API_VERSION,
      ...(isReplay && { 'idempotent-replayed': 'true' }),
      // A kept 500 would only come back: like Stripe, this tells the SDK not to ask again.
      ...(status === 500 && { 'stripe-should-retry': 'false' }),
    },
  })
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

const endpoints = [...checkoutEndpoints, ...paymentEndpoints]

/** @throws ApiError 404 */
function findEndpoint(method: string, path: string): { endpoint: ApiEndpoint; id: string; parent: string } {
  for (const endpoint of endpoints.filter((known) => known.method === method)) {
    const pattern = endpoint.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')
    const fits = new RegExp(`^${pattern}$`).exec(path)
    if (!fits) continue
    const { id: segment = '', parent = '' } = fits.groups ?? {}
    const id = plainSegment(segment)
    if (id || !segment) return { endpoint, id, parent: plainSegment(parent) }
  }
  throw new ApiError(404, 'invalid_request_error', null, `Unrecognized request URL (${method}: ${path}).`)
}

/** Decoded; empty where it is no segment. */
function plainSegment(segment: string): string {
  try {
    const plain = decodeURIComponent(segment)
    return plain.includes('\0') ? '' : plain
  } catch {
    return ''
  }
}

const kindOfField: Record<string, Kind> = {
  balance_transaction: 'balance_transaction',
  customer: 'customer',
  failure_balance_transaction: 'balance_transaction',
  invoice: 'invoice',
  latest_charge: 'charge',
  latest_invoice: 'invoice',
  payment_intent: 'payment_intent',
  subscription: 'subscription',
}

/** What a balance transaction comes from, by the beginning of its id. */
const kindOfSource: Record<string, Kind> = { ch: 'charge', du: 'dispute', po: 'payout', re: 'refund' }

/** Parts that Stripe leaves out unless they are asked for; lists have the newest first. */
const leftOut: Record<string, (books: Books, id: string) => Promise<unknown>> = {
  'checkout.session line_items': linesOfSession,
  'invoice payments': (books, invoice) =>
    books.list('invoice_payment', { url: '/v1/invoice_payments', limit: 100, where: { invoice } }),
  'charge refunds': (books, charge) =>
    books.list('refund', { url: `/v1/charges/${charge}/refunds`, limit: 10, where: { charge } }),
}

/**
 * Puts objects in the place of the ids that `expand` names, such as `data.invoice.payments`.
 * @throws ApiError 400 for a path that leads nowhere or deeper than four levels.
 */
async function expand<T extends object>(books: Books, object: T, paths: string[]): Promise<T> {
  let expanded = object as unknown
  for (const path of paths) {
    const steps = path.split('.')
    if (steps.length > 4) throw badRequest(null, 'You cannot expand more than 4 levels of a property.', 'expand')
    expanded = await walk(books, expanded, steps, path)
  }
  return expanded as T
}

async function walk(books: Books, at: unknown, steps: string[], path: string): Promise<unknown> {
  const [step, ...rest] = steps
  if (step === undefined || at === null) return at
  if (Array.isArray(at)) return Promise.all(at.map((item) => walk(books, item, steps, path)))
  const branch = at as Record<string, unknown>
  const held = branch[step]
  const missing = leftOut[`${branch.object} ${step}`]
  if (held === undefined && missing) {
    const part = await missing(books, String(branch.id))
    return { ...branch, [step]: await walk(books, part, rest, path) }
  }
  if (held === undefined) throw badRequest(null, `This property cannot be expanded (${path}).`, 'expand')
  return { ...branch, [step]: await walk(books, await fetched(books, step, held, path), rest, path) }
}

async function fetched(books: Books, step: string, held: unknown, path: string): Promise<unknown> {
  if (Array.isArray(held)) return Promise.all(held.map((item) => fetched(books, step, item, path)))
  if (typeof held !== 'string') return held
  const kind = step === 'source' ? kindOfSource[held.split('_')[0]!] : kindOfField[step]
  if (!kind) throw badRequest(null, `This property cannot be expanded (${path}).`, 'expand')
  return books.find(kind, held)
}
