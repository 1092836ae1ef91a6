import type { Day, Pence } from './formats.ts'
import { poundsAndPence } from './money.ts'

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

/** How an order is taxed: `none` where the authority is not registered, `reverse` where the buyer accounts for it, or the rate in percent ('20'). */
export type VatTreatment = 'none' | 'reverse' | `${number}`

/** @param vatNumber of a buyer outside the UK. */
export function vatTreatment(rates: readonly VatRate[], day: Day, vatNumber: string | null): VatTreatment {
  const percent = vatPercentOn(rates, day)
  if (percent === 0) return 'none'
  return vatNumber ? 'reverse' : `${percent}`
}

/** Of a price, beside it; null where no VAT is charged. @param treatment null for an order of an earlier release. */
export function vatWords(pence: Pence, treatment: VatTreatment | null): string | null {
  if (treatment === null || treatment === 'none') return null
  if (treatment === 'reverse') return 'no VAT: reverse charge'
  return pence === 0 ? null : `including VAT of ${poundsAndPence(vatIn(pence, Number(treatment)))}`
}

/** '£49.00, including VAT of £8.17'; without VAT the amount alone. */
export function priceWithVat(pence: Pence, treatment: VatTreatment | null): string {
  return [poundsAndPence(pence), vatWords(pence, treatment)].filter(Boolean).join(', ')
}

/** Whether a price that is shown as one total includes VAT. */
export function isVatIn(treatment: VatTreatment | null): boolean {
  return treatment !== null && treatment !== 'none' && treatment !== 'reverse'
}

/** What is written on a document besides its amounts; empty where it has VAT. */
export function documentVatWords(treatment: VatTreatment): string {
  if (treatment === 'reverse') return 'No VAT is charged: the customer accounts for it (reverse charge).'
  return treatment === 'none' ? 'No VAT is charged.' : ''
}

/** How the payment provider names the numbers of a place; 'EL' is Greece's. */
const numberKinds: Record<string, string> = {
  ...Object.fromEntries(
    'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'
      .split(' ')
      .map((country) => [country, 'eu_vat']),
  ),
  CH: 'ch_vat',
  IS: 'is_vat',
  LI: 'li_vat',
  NO: 'no_vat',
}

/** `kind` is the payment provider's word for it. */
export type ForeignVatNumber = { number: string; kind: string }

/** A VAT number of a business outside the UK begins with its country. @returns null for what is none, or one of the UK. */
export function readVatNumber(typed: string): ForeignVatNumber | null {
  const number = typed.replaceAll(/[\s.-]/g, '').toUpperCase()
  const kind = numberKinds[number.slice(0, 2)]
  return kind && /^[A-Z]{2}[0-9A-Z+*]{5,13}$/.test(number) ? { number, kind } : null
}
