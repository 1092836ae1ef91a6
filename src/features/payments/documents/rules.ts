import { poundsAndPence } from '#domain/money.ts'
import type { ListedDocument } from './server/queries.ts'

export function documentVat({ vatPence, isReverseCharge }: Pick<ListedDocument, 'vatPence' | 'isReverseCharge'>) {
  if (isReverseCharge) return { term: 'VAT', details: 'Reverse charge' }
  return vatPence > 0
    ? { term: 'Including VAT', details: poundsAndPence(vatPence) }
    : { term: 'VAT', details: 'No VAT is charged' }
}

export const documentNames = { invoice: 'Invoice', 'credit-note': 'Credit note' } as const

/** How often one address may open them: each asks the payment provider. */
export const documentLimit = { name: 'payment-documents', points: 60, seconds: 600 }
