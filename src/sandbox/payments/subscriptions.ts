import type Stripe from 'stripe'
import { endsWithPeriod, idOf, subscriptionOfInvoice } from '#providers/payments/stripe-shapes.ts'
import { badRequest } from './api-error.ts'
import { type Books, embeddedList, type HiddenFields, newId } from './books.ts'
import { failInvoice, type InvoiceLine, recordInvoicePayment, settleInvoice, writeInvoice } from './invoices.ts'
import type { SessionSecrets } from './open-session.ts'
import { addTestCard, beginDebit, debitSeconds, declinePayment, takePayment } from './payments-taken.ts'

/** Then an unpaid renewal ends the subscription, as with Stripe's usual retries. */
const graceSeconds = 21 * 24 * 60 * 60

/** Its first invoice is still to be paid, and then `customer.subscription.created` has to be emitted. */
export async function openSubscription(
  books: Books,
  { lines, metadata, taxRate, footer }: SessionSecrets,
  customer: string,
  paymentMethod: string | null,
) {
  const id = newId('sub')
  const start = books.now
  const recurring = lines.filter(({ price }) => price!.recurring)
  const end = endOfPeriod(start, recurring[0]!.price!.recurring!, start)
  const period = { current_period_start: start, current_period_end: end }
  const items = recurring.map(
    ({ price, quantity }) =>
      ({ id: newId('si'), object: 'subscription_item', ...period, price, quantity }) as Stripe.SubscriptionItem,
  )
  const subscription = await books.insert(
    'subscription',
    {
      id,
      billing_cycle_anchor: start,
      cancel_at: null,
      cancel_at_period_end: false,
      currency: 'gbp',
      customer,
      default_payment_method: paymentMethod,
      default_tax_rates: taxRate ? [await books.get('tax_rate', taxRate)] : [],
      ended_at: null,
      invoice_settings: { footer } as Stripe.Subscription.InvoiceSettings,
      items: embeddedList(`/v1/subscription_items?subscription=${id}`, items),
      latest_invoice: null,
      metadata,
      status: 'active',
      test_clock: (await books.get('customer', customer)).test_clock ?? null,
    },
    { due_at: end },
  )
  const reason = 'subscription_create'
  const invoice = await writeInvoice(books, { lines, taxRate, footer, customer, subscription, reason })
  return { subscription: await books.change('subscription', id, { latest_invoice: invoice.id }), invoice }
}

/**
 * Bills the next period, or ends the subscription where that was asked for.
 * @param payment `on-file` takes the card or begins the debit that is on file, and fails without one; `declined` fails in any case.
 * @param debitDueAt when the money of a debit comes by itself; with null it waits for `settleRenewal`.
 */
export async function renewSubscription(
  books: Books,
  id: string,
  payment: 'on-file' | 'declined',
  debitDueAt: number | null = null,
): Promise<Stripe.Subscription> {
  const { body: before } = await books.lock('subscription', id)
  if (before.status === 'canceled') throw badRequest(null, `Subscription ${id} has ended.`)
  if (endsWithPeriod(before)) return endSubscription(books, id)
  const from = before.items.data[0]!
  const start = from.current_period_end
  const end = endOfPeriod(start, from.price.recurring!, before.billing_cycle_anchor)
  const items = before.items.data.map((item) => ({ ...item, current_period_start: start, current_period_end: end }))
  const moved = { ...before, items: { ...before.items, data: items } }
  const invoice = await writeInvoice(books, {
    customer: idOf(moved.customer)!,
    subscription: moved,
    reason: 'subscription_cycle',
    taxRate: moved.default_tax_rates?.[0]?.id ?? null,
    footer: moved.invoice_settings?.footer ?? null,
    lines: await Promise.all(items.map((item) => billedLine(books, item))),
  })
  const isUnpaid = (await collect(books, moved, invoice, payment, debitDueAt)) === 'unpaid'
  const changes: Partial<Stripe.Subscription> = {
    items: moved.items,
    latest_invoice: invoice.id,
    // It stays active while a debit is under way.
    status: isUnpaid ? 'past_due' : 'active',
  }
  return change(books, before, changes, { due_at: isUnpaid ? books.now + graceSeconds : end })
}

/** A further attempt of the provider to collect what is overdue: the day on which it gives up stays. */
export async function retryRenewal(books: Books, id: string, payment: 'on-file' | 'declined') {
  const { body: before } = await books.lock('subscription', id)
  const invoice = await books.get('invoice', idOf(before.latest_invoice) ?? '')
  if (before.status !== 'past_due' || invoice.status !== 'open') throw badRequest(null, 'Nothing is overdue.')
  const collected = await collect(books, before, invoice, payment, null)
  if (collected !== 'paid') return before
  return change(books, before, { status: 'active' }, { due_at: before.items.data[0]!.current_period_end })
}

/** The debit of a renewal comes, or does not: then the subscription is overdue from now on. @throws ApiError where none is under way. */
export async function settleRenewal(books: Books, invoiceId: string, outcome: 'paid' | 'failed'): Promise<void> {
  const { body: invoice, hidden } = await books.lock('invoice', invoiceId)
  if (invoice.status !== 'open' || typeof hidden.debit !== 'string')
    throw badRequest(null, 'This invoice waits for no debit.')
  const { body: before } = await books.lock('subscription', subscriptionOfInvoice(invoice)!)
  const wanted = {
    amount: invoice.total,
    customer: idOf(before.customer),
    metadata: {},
    paymentIntent: hidden.debit,
    paymentMethod: idOf(before.default_payment_method),
  }
  await books.change('invoice', invoiceId, {}, { debit: null, due_at: null })
  if (outcome === 'paid') await settleInvoice(books, invoice, await takePayment(books, wanted))
  else await failInvoice(books, invoice, await declinePayment(books, wanted))
  const isOverdue = before.status === 'past_due'
  if (before.status === 'canceled' || isOverdue === (outcome === 'failed')) return
  await change(
    books,
    before,
    { status: isOverdue ? 'active' : 'past_due' },
    { due_at: isOverdue ? before.items.data[0]!.current_period_end : books.now + graceSeconds },
  )
}

/** A renewal, an end at the period's end, or the end after a renewal stayed unpaid for three weeks. */
export async function advanceSubscription(books: Books, id: string): Promise<void> {
  const { body: subscription } = await books.lock('subscription', id)
  // It has ended since it was found due.
  if (subscription.status === 'canceled') return
  if (subscription.status === 'past_due') await endSubscription(books, id)
  else await renewSubscription(books, id, 'on-file', books.now + debitSeconds)
}

/** As the customer portal does in flexible billing mode: it notes the time alone (`cancel_at`). */
export async function setCancelAtPeriodEnd(books: Books, id: string, cancel: boolean): Promise<Stripe.Subscription> {
  const { body: before } = await books.lock('subscription', id)
  if (before.status === 'canceled') throw badRequest(null, `Subscription ${id} has ended and cannot be changed.`)
  if (endsWithPeriod(before) === cancel) return before
  return change(books, before, { cancel_at: cancel ? before.items.data[0]!.current_period_end : null })
}

/** For the invoices to come. */
export async function setTaxOfSubscription(
  books: Books,
  id: string,
  { taxRate, footer }: { taxRate: string | null; footer: string | null },
): Promise<Stripe.Subscription> {
  const { body: before } = await books.lock('subscription', id)
  if (before.status === 'canceled') throw badRequest(null, `Subscription ${id} has ended and cannot be changed.`)
  return change(books, before, {
    default_tax_rates: taxRate ? [await books.get('tax_rate', taxRate)] : [],
    invoice_settings: { ...before.invoice_settings, footer } as Stripe.Subscription.InvoiceSettings,
  })
}

export async function endSubscription(books: Books, id: string): Promise<Stripe.Subscription> {
  const { body: before } = await books.lock('subscription', id)
  if (before.status === 'canceled') throw badRequest(null, `Subscription ${id} has ended already.`)
  const ended = await books.change('subscription', id, { status: 'canceled', ended_at: books.now })
  return books.emit('customer.subscription.deleted', ended)
}

/** For all of the customer's subscriptions, and pays what is overdue with it. */
export async function putTestCardOnFile(books: Books, customer: string): Promise<void> {
  const card = await addTestCard(books, customer)
  const { data } = await books.list('subscription', { limit: 100, where: { customer } })
  for (const { id } of data) {
    const { body: before } = await books.lock('subscription', id)
    if (before.status === 'canceled') continue
    const changes: Partial<Stripe.Subscription> = { default_payment_method: card }
    const invoice = before.latest_invoice ? await books.get('invoice', idOf(before.latest_invoice)!) : null
    if (before.status === 'past_due' && invoice?.status === 'open') {
      await collect(books, { ...before, ...changes }, invoice, 'on-file', null)
      changes.status = 'active'
    }
    const due = before.items.data[0]!.current_period_end
    await change(books, before, changes, { due_at: due })
  }
}

/** Its event carries of before only the fields that changed. */
async function change(
  books: Books,
  before: Stripe.Subscription,
  changes: Partial<Stripe.Subscription>,
  hidden: HiddenFields = {},
): Promise<Stripe.Subscription> {
  const changed = await books.change('subscription', before.id, changes, hidden)
  const names = Object.keys(changes) as (keyof Stripe.Subscription)[]
  const previous = Object.fromEntries(names.map((name) => [name, before[name] ?? null]))
  return books.emit('customer.subscription.updated', changed, previous)
}

async function collect(
  books: Books,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
  payment: 'on-file' | 'declined',
  debitDueAt: number | null,
): Promise<'paid' | 'unpaid' | 'under-way'> {
  const method = idOf(subscription.default_payment_method)
  const customer = idOf(subscription.customer)
  const wanted = { amount: invoice.total, customer, metadata: {}, paymentMethod: method }
  if (invoice.total === 0) await settleInvoice(books, invoice, null)
  else if (payment === 'declined' || !method) {
    await failInvoice(books, invoice, method ? await declinePayment(books, wanted) : null)
    return 'unpaid'
  } else if ((await books.get('payment_method', method)).type === 'bacs_debit') {
    const processing = await beginDebit(books, wanted, method)
    await recordInvoicePayment(books, invoice, processing.id, 'open')
    await books.change('invoice', invoice.id, {}, { debit: processing.id, due_at: debitDueAt })
    await books.emit('payment_intent.processing', processing)
    return 'under-way'
  } else await settleInvoice(books, invoice, await takePayment(books, wanted))
  return 'paid'
}

async function billedLine(books: Books, item: Stripe.SubscriptionItem): Promise<InvoiceLine> {
  const { name: description } = await books.get('product', idOf(item.price.product as string)!)
  const amount_subtotal = (item.price.unit_amount ?? 0) * (item.quantity ?? 1)
  return { description, amount_subtotal, amount_discount: 0, price: item.price }
}

/** Seconds since 1970 (UTC): the same day of the month as the first, or the month's last day where there is none. */
export function endOfPeriod(
  start: number,
  { interval, interval_count: count }: Stripe.Price.Recurring,
  anchor: number,
): number {
  const from = new Date(start * 1000)
  if (interval !== 'month' && interval !== 'year') throw badRequest(null, 'This sandbox bills by month or year.')
  const months = interval === 'year' ? 12 * count : count
  const end = new Date(from)
  end.setUTCDate(1)
  end.setUTCMonth(from.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(new Date(anchor * 1000).getUTCDate(), lastDay))
  return Math.floor(end.getTime() / 1000)
}
