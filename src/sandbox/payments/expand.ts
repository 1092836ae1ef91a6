import { badRequest } from './api-error.ts'
import type { Books, Kind } from './books.ts'
import { linesOfSession } from './checkout.ts'
import { paymentsOfInvoice } from './invoices.ts'

type Branch = Record<string, unknown>

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

/** Parts that Stripe leaves out unless they are asked for. */
const leftOut: Record<string, (books: Books, id: string) => Promise<unknown>> = {
  'checkout.session line_items': linesOfSession,
  'invoice payments': paymentsOfInvoice,
  'charge refunds': refundsOfCharge,
}

/**
 * Puts objects in the place of the ids that `expand` names, such as `data.invoice.payments`.
 * @throws ApiError 400 for a path that leads nowhere or deeper than four levels.
 */
export async function expand<T extends object>(books: Books, object: T, paths: string[]): Promise<T> {
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
  const branch = at as Branch
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

async function refundsOfCharge(books: Books, charge: string) {
  const refunds = await books.list('refund', { limit: 10, where: { charge } })
  return { object: 'list', url: `/v1/charges/${charge}/refunds`, ...refunds }
}
