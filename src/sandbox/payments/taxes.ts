import type Stripe from 'stripe'
import { readVatNumber, vatIn } from '#domain/vat.ts'
import { badRequest } from './api-error.ts'
import { type Books, newId } from './books.ts'

/** Of an amount that includes it, and for the invoice as a whole: an account at Stripe is set up to round so. */
export async function taxesIn(
  books: Books,
  total: number,
  { taxRate, customer }: { taxRate: string | null; customer: string | null },
): Promise<Stripe.Invoice.TotalTax[]> {
  if (!taxRate) return []
  const { percentage } = await books.get('tax_rate', taxRate)
  const payer = customer ? await books.get('customer', customer) : null
  const isReverse = payer?.tax_exempt === 'reverse'
  const amount = isReverse ? 0 : vatIn(total, percentage)
  return [{ amount, tax_rate_details: { tax_rate: taxRate } } as Stripe.Invoice.TotalTax]
}

export function taxAmount(taxes: { amount: number }[] | null): number {
  return (taxes ?? []).reduce((sum, { amount }) => sum + amount, 0)
}

/** This sandbox knows one inclusive rate for all lines. @throws ApiError 400 for anything else. */
export async function oneTaxRate(books: Books, rates: string[], param: string): Promise<string | null> {
  const [rate, ...others] = new Set(rates)
  if (!rate) return null
  const { active, inclusive } = await books.get('tax_rate', rate, param)
  if (!active) throw badRequest(null, `Tax rate ${rate} is archived.`, param)
  if (others.length > 0 || !inclusive) throw badRequest(null, 'This sandbox takes one inclusive tax rate.', param)
  return rate
}

/** What a payer may type on the payment page. */
export type TypedTaxDetails = { taxId?: string | undefined; country?: string | undefined }

export async function addTaxId(books: Books, customer: string, value: string, type?: string): Promise<Stripe.TaxId> {
  const kind = /^GB/i.test(value) ? 'gb_vat' : (readVatNumber(value)?.kind ?? 'unknown')
  return await books.insert('tax_id', {
    id: newId('txi'),
    country: value.slice(0, 2),
    customer,
    type: (type ?? kind) as Stripe.TaxId.Type,
    value,
  })
}

export async function taxIdsOf(books: Books, customer: string) {
  const { data } = await books.list('tax_id', { limit: 100, where: { customer } })
  return data.map(({ type, value }) => ({ type, value }))
}
