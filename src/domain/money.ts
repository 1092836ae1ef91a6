import { figure } from './figures.ts'
import type { Pence } from './formats.ts'

/** '£49' for whole pounds, '£49.50' otherwise. */
export function pounds(pence: Pence): string {
  return poundsAndPence(pence).replace(/\.00$/, '')
}

/** '£1,250.00'; '-£0.50'. */
export function poundsAndPence(pence: Pence): string {
  const amount = Math.abs(Math.round(pence))
  return `${Math.round(pence) < 0 ? '-' : ''}£${figure(Math.floor(amount / 100))}.${String(amount % 100).padStart(2, '0')}`
}

export function paidFor({ amountPence, discountPence }: { amountPence: Pence; discountPence: Pence }): Pence {
  return amountPence - discountPence
}
