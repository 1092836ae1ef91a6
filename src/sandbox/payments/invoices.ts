import type Stripe from 'stripe'
import { vatIn } from '#domain/vat.ts'
import { idOf } from '#providers/payments/stripe-shapes.ts'
import { badRequest } from './api-error.ts'
import { type Books, embeddedList, newId } from './books.ts'
import { serialise } from './endpoint.ts'
import { taxAmount, taxesIn, taxIdsOf } from './taxes.ts'

export type InvoiceLine = Pick<Stripe.LineItem, 'description' | 'amount_subtotal' | 'amount_discount' | 'price'>

/** Still to be paid. Emits `invoice.created` and `invoice.finalized`. */
export async function writeInvoice(
  books: Books,
  invoice: {
    customer: string
    /** Null for what is paid once. */
    subscription: Stripe.Subscription | null
    reason: 'subscription_create' | 'subscription_cycle' | 'manual'
    taxRate: string | null
    footer: string | null
    lines: InvoiceLine[]
  },
): Promise<Stripe.Invoice> {
  const { subscription, reason, lines, taxRate } = invoice
  const id = newId('in')
  const customer = await books.get('customer', invoice.customer)
  const subtotal = lines.reduce((sum, line) => sum + line.amount_subtotal, 0)
  const discounted = lines.reduce((sum, line) => sum + line.amount_discount, 0)
  const total = subtotal - discounted
  const written = await books.insert('invoice', {
    id,
    amount_due: total,
    amount_paid: 0,
    amount_remaining: total,
    billing_reason: reason,
    currency: 'gbp',
    customer: customer.id,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_address: customer.address ?? null,
    customer_tax_exempt: (customer.tax_exempt ?? 'none') as Stripe.Invoice.CustomerTaxExempt,
    customer_tax_ids: await taxIdsOf(books, customer.id),
    lines: embeddedList(
      `/v1/invoices/${id}/lines`,
      lines.map(({ description, amount_subtotal: amount, price }) => {
        // What is paid once has no period but the moment it is billed.
        const of = price?.recurring ? subscription?.items.data[0] : null
        const period = { start: of?.current_period_start ?? books.now, end: of?.current_period_end ?? books.now }
        return { id: newId('il'), object: 'line_item', amount, description, period } as Stripe.InvoiceLineItem
      }),
    ),
    footer: invoice.footer,
    number: await nextNumber(books, customer.id),
    parent:
      subscription &&
      ({
        type: 'subscription_details',
        subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      } as Stripe.Invoice.Parent),
    period_end: books.now,
    status: 'open',
    status_transitions: { finalized_at: books.now, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal,
    total,
    total_taxes: await taxesIn(books, total, { taxRate, customer: customer.id }),
  })
  await books.emit('invoice.created', written)
  return books.emit('invoice.finalized', written)
}

/** A row of numbers for each customer, without gaps. */
async function nextNumber(books: Books, customer: string): Promise<string> {
  await serialise(books, `invoice numbers ${customer}`)
  const [counted] = await books.tx`
    select count(*)::int as count from sandbox.payment_objects
    where object = 'invoice' and body ->> 'customer' = ${customer}`
  return `${customer.slice(-8).toUpperCase()}-${String(counted!.count + 1).padStart(4, '0')}`
}

/** By a payment or, at nothing to pay, without one. */
export async function settleInvoice(books: Books, invoice: Stripe.Invoice, taken: Stripe.PaymentIntent | null) {
  const paid = await books.change('invoice', invoice.id, {
    amount_paid: invoice.total,
    amount_remaining: 0,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: books.now },
  })
  if (taken) await recordInvoicePayment(books, paid, taken.id, 'paid')
  await books.emit('invoice.paid', paid)
  await books.emit('invoice.payment_succeeded', paid)
}

/** The card was refused or there is none: the invoice stays open. */
export async function failInvoice(books: Books, invoice: Stripe.Invoice, declined: Stripe.PaymentIntent | null) {
  if (declined) await recordInvoicePayment(books, invoice, declined.id, 'open')
  await books.emit('invoice.payment_failed', invoice)
}

/** One for each payment, which may be tried again. */
export async function recordInvoicePayment(
  books: Books,
  invoice: Stripe.Invoice,
  paymentIntent: string,
  status: 'paid' | 'open',
) {
  const paid = {
    amount_paid: status === 'paid' ? invoice.total : null,
    status,
    status_transitions: { canceled_at: null, paid_at: status === 'paid' ? books.now : null },
  }
  const by = { type: 'payment_intent' as const, payment_intent: paymentIntent }
  const { data } = await books.list('invoice_payment', { limit: 1, where: { invoice: invoice.id, payment: by } })
  const payment = data[0]
    ? await books.change('invoice_payment', data[0].id, paid)
    : await books.insert('invoice_payment', {
        id: newId('inpay'),
        currency: 'gbp',
        invoice: invoice.id,
        payment: by,
        ...paid,
      })
  if (status === 'paid') await books.emit('invoice_payment.paid', payment)
}

/** For refunds that were made. @throws ApiError where they are no refunds of the invoice, or have a credit note already. */
export async function writeCreditNote(
  books: Books,
  wanted: { invoice: string; amount: number; refunds: { refund: string; amount_refunded: number }[] },
): Promise<Stripe.CreditNote> {
  const { amount, refunds } = wanted
  const { body: invoice } = await books.lock('invoice', wanted.invoice, 'invoice')
  if (invoice.status !== 'paid') throw badRequest(null, `Invoice ${invoice.id} is not paid.`, 'invoice')
  const { data: before } = await books.list('credit_note', { limit: 100, where: { invoice: invoice.id } })
  const credited = before.reduce((sum, note) => sum + note.total, 0)
  if (refunds.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0) !== amount)
    throw badRequest(null, 'The refunds must add up to the amount of the credit note.', 'refunds')
  if (credited + amount > invoice.total)
    throw badRequest(null, 'The credit note is greater than what is left of the invoice.', 'amount')
  for (const { refund: id, amount_refunded } of refunds) {
    const refund = await books.get('refund', id, 'refunds')
    const paid = { invoice: invoice.id, payment: { payment_intent: idOf(refund.payment_intent) } }
    const { data } = await books.list('invoice_payment', { limit: 1, where: paid })
    if (data.length === 0) throw badRequest(null, `Refund ${id} is not of this invoice.`, 'refunds')
    if (refund.amount < amount_refunded || before.some((note) => note.refunds.some((of) => of.refund === id)))
      throw badRequest(null, `Refund ${id} has a credit note already.`, 'refunds')
  }
  // All of the invoice's tax goes back with its last part, whatever was rounded before.
  const rate = taxAmount(invoice.total_taxes) > 0 ? invoice.total_taxes![0]!.tax_rate_details!.tax_rate : null
  const percent = rate ? (await books.get('tax_rate', rate)).percentage : 0
  const back = vatIn(credited + amount, percent) - vatIn(credited, percent)
  const note = await books.insert('credit_note', {
    id: newId('cn'),
    amount,
    currency: invoice.currency,
    customer: invoice.customer!,
    invoice: invoice.id!,
    number: `${invoice.number}-CN-${String(before.length + 1).padStart(2, '0')}`,
    refunds: refunds.map((of) => ({ ...of, type: 'refund' })) as Stripe.CreditNote.Refund[],
    status: 'issued',
    total: amount,
    total_taxes: (invoice.total_taxes ?? []).map((total) => ({
      ...total,
      amount: back,
    })) as Stripe.CreditNote.TotalTax[],
  })
  return books.emit('credit_note.created', note)
}
