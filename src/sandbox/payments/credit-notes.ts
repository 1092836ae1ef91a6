import type Stripe from 'stripe'
import { vatIn } from '#domain/vat.ts'
import { idOf } from '#providers/payments/stripe-shapes.ts'
import { badRequest } from './api-error.ts'
import { type Books, newId } from './books.ts'
import { taxAmount } from './taxes.ts'

/** For refunds that were made. @throws ApiError where they are no refunds of the invoice, or have a credit note already. */
export async function writeCreditNote(
  books: Books,
  wanted: {
    invoice: string
    amount: number
    refunds: { refund: string; amount_refunded: number }[]
  },
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
  const percent = taxAmount(invoice.total_taxes) > 0 ? await percentOf(books, invoice) : 0
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
  await books.emit('credit_note.created', note)
  return note
}

async function percentOf(books: Books, { total_taxes }: Stripe.Invoice): Promise<number> {
  return (await books.get('tax_rate', total_taxes![0]!.tax_rate_details!.tax_rate)).percentage
}
