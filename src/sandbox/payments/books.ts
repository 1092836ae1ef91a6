import type postgres from 'postgres'
import Stripe from 'stripe'
import type { Sql, Transaction } from '#database/sql.ts'
import { noSuch } from './api-error.ts'

/** By the name that Stripe gives them in `object`. */
export type Kinds = {
  balance_transaction: Stripe.BalanceTransaction
  'billing_portal.session': Stripe.BillingPortal.Session
  charge: Stripe.Charge
  'checkout.session': Stripe.Checkout.Session
  coupon: Stripe.Coupon
  credit_note: Stripe.CreditNote
  customer: Stripe.Customer
  dispute: Stripe.Dispute
  event: Stripe.Event
  invoice: Stripe.Invoice
  invoice_payment: Stripe.InvoicePayment
  payment_intent: Stripe.PaymentIntent
  payment_method: Stripe.PaymentMethod
  payout: Stripe.Payout
  product: Stripe.Product
  refund: Stripe.Refund
  subscription: Stripe.Subscription
  'test_helpers.test_clock': Stripe.TestHelpers.TestClock
  tax_id: Stripe.TaxId
  tax_rate: Stripe.TaxRate
}
export type Kind = keyof Kinds
/** The fields that this product or its tests read, in Stripe's own types. */
type Draft<K extends Kind> = Partial<Kinds[K]> & { id: string }
export type HiddenFields = Record<string, unknown>

/** What the API and the hosted pages are made with. */
export type SandboxParts = {
  sql: Sql
  publicUrl: () => string
  /** The sandbox's time in seconds since 1970. */
  seconds: () => number
  /** Called after each call that may have caused an event. */
  changed: () => void
}

type Range = Partial<Record<'gte' | 'lt', number | undefined>>

export type ListRequest = {
  /** As the list names itself. */
  url?: string
  limit: number
  starting_after?: string | undefined
  /** Fields that must be equal, nested as in the object. */
  where?: Record<string, unknown>
  /** The same of what the API does not show. */
  hidden?: HiddenFields
  created?: Range | undefined
  types?: string[] | undefined
}

/** Within one transaction. `now` is the sandbox's time in seconds since 1970. */
export type Books = ReturnType<typeof openBooks>

export function openBooks(tx: Transaction, { now }: { now: number }) {
  const json = (value: unknown) => tx.json(value as postgres.JSONValue)

  async function insert<K extends Kind>(kind: K, draft: Draft<K>, hidden: HiddenFields = {}): Promise<Kinds[K]> {
    const object: Partial<Kinds[K]> = Object.assign({ object: kind, created: now, livemode: false }, draft)
    await tx`
      insert into sandbox.payment_objects (object, id, body, hidden)
      values (${kind}, ${draft.id}, ${json(object)}, ${json(hidden)})`
    return object as Kinds[K]
  }

  async function find<K extends Kind>(kind: K, id: string): Promise<Kinds[K] | null> {
    const [row] = await tx`select body from sandbox.payment_objects where object = ${kind} and id = ${id}`
    return (row?.body as Kinds[K]) ?? null
  }

  /** Refuses as Stripe does: 404, or 400 where `param` names a parameter. */
  async function get<K extends Kind>(kind: K, id: string, param?: string): Promise<Kinds[K]> {
    const found = await find(kind, id)
    if (!found) throw noSuch(kind, id, param)
    return found
  }

  /** Locked until the transaction ends. */
  async function lock<K extends Kind>(kind: K, id: string, param?: string) {
    const [row] = await tx`
      select body, hidden from sandbox.payment_objects where object = ${kind} and id = ${id} for update`
    if (!row) throw noSuch(kind, id, param)
    return row as { body: Kinds[K]; hidden: HiddenFields }
  }

  async function change<K extends Kind>(kind: K, id: string, changes: Partial<Kinds[K]>, hidden: HiddenFields = {}) {
    const [row] = await tx`
      update sandbox.payment_objects set body = body || ${json(changes)}, hidden = hidden || ${json(hidden)}
      where object = ${kind} and id = ${id} returning body`
    return row!.body as Kinds[K]
  }

  async function remove(kind: Kind, id: string): Promise<void> {
    await tx`delete from sandbox.payment_objects where object = ${kind} and id = ${id}`
  }

  async function list<K extends Kind>(kind: K, request: ListRequest): Promise<Stripe.ApiList<Kinds[K]>> {
    const { url = '', limit, starting_after: last, where = {}, hidden = {}, types } = request
    if (last) await get(kind, last, 'starting_after')
    const place = tx`(select position from sandbox.payment_objects where object = ${kind} and id = ${last ?? ''})`
    const rows = await tx`
      select body from sandbox.payment_objects
      where object = ${kind} and body @> ${json(where)}
        ${last ? tx`and position < ${place}` : tx``}
        ${types ? tx`and body ->> 'type' = any(${types})` : tx``}
        and hidden @> ${json(hidden)} and ${within(request.created)}
      order by position desc limit ${limit + 1}`
    const data = rows.slice(0, limit).map((row) => row.body as Kinds[K])
    return { object: 'list', url, data, has_more: rows.length > limit }
  }

  const within = ({ gte = 0, lt = 1e15 }: Range = {}) => tx`
    (body ->> 'created')::bigint >= ${gte} and (body ->> 'created')::bigint < ${lt}`

  /** @returns the object. */
  async function emit<T extends { id: string }>(type: Stripe.Event.Type, object: T, previous?: object): Promise<T> {
    const id = newId('evt')
    const data: object = { object, ...(previous && { previous_attributes: previous }) }
    await insert('event', { id, api_version: Stripe.API_VERSION, data, type } as Draft<'event'>)
    await tx`insert into sandbox.payment_deliveries (event_id) values (${id})`
    return object
  }

  return { tx, now, insert, find, get, lock, change, remove, list, emit }
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx'

/** 32 random characters, about 189 bits. */
export function newId(prefix: string): string {
  // 60 characters: bytes from 240 on are left out, so that every character is equally likely.
  let random = ''
  while (random.length < 32) {
    for (const byte of crypto.getRandomValues(new Uint8Array(48))) {
      if (byte < 240 && random.length < 32) random += alphabet[byte % 60]
    }
  }
  return `${prefix}_${random}`
}

export function embeddedList<T>(url: string, data: T[]): Stripe.ApiList<T> {
  return { object: 'list', url, has_more: false, data }
}
