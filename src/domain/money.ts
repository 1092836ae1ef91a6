import type { Pence } from './formats.ts'
import { madeOnce } from './made-once.ts'

const currency = { style: 'currency', currency: 'GBP' } as const
const whole = madeOnce(() => new Intl.NumberFormat('en-GB', { ...currency, maximumFractionDigits: 0 }))
const exact = madeOnce(() => new Intl.NumberFormat('en-GB', currency))

/** '£49' for whole pounds, '£49.50' otherwise. */
export function pounds(pence: Pence): string {
  return pence % 100 === 0 ? whole().format(pence / 100) : exact().format(pence / 100)
}

export function poundsAndPence(pence: Pence): string {
  return exact().format(pence / 100)
}

export function paidFor({ amountPence, discountPence }: { amountPence: Pence; discountPence: Pence }): Pence {
  return amountPence - discountPence
}
