import type { Day, Pence } from './formats.ts'

/** From its day on; the first of a list has the empty day. Percent has at most two decimals. */
export type VatRate = { from: Day | ''; percent: number }

/** @param rates by day; none where the authority is not registered for VAT. @returns 0 where no VAT is charged. */
export function vatPercentOn(rates: readonly VatRate[], day: Day): number {
  return rates.findLast(({ from }) => from <= day)?.percent ?? 0
}

/**
 * The VAT in a price that includes it, for an invoice as a whole and not line by line, to the nearest penny with half a penny up, as HMRC
 * allows (VAT Notice 700, 17.5). @param grossPence not negative.
 */
export function vatIn(grossPence: Pence, percent: number): Pence {
  const rate = Math.round(percent * 100)
  const whole = 10_000 + rate
  return Math.floor((2 * grossPence * rate + whole) / (2 * whole))
}
