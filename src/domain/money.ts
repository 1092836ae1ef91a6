const whole = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP', maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

/** '£49' for whole pounds, '£49.50' otherwise, from pence. */
export function pounds(pence: number): string {
  return pence % 100 === 0 ? whole.format(pence / 100) : exact.format(pence / 100)
}

/** '£49.00' from pence. */
export function poundsAndPence(pence: number): string {
  return exact.format(pence / 100)
}

/** What was really paid for an order, in pence. */
export function paidFor({ amount_pence, discount_pence }: { amount_pence: number; discount_pence: number }): number {
  return amount_pence - discount_pence
}
