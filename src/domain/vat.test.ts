import { expect, test } from 'bun:test'
import { products } from './catalogue.ts'
import { vatIn, vatPercentOn } from './vat.ts'

test.each([
  [4_900, 20, 817],
  [19_900, 20, 3_317],
  [99_500, 20, 16_583],
  [25_900, 20, 4_317],
  [0, 20, 0],
  [1, 20, 0],
  // Exactly half a penny.
  [3, 20, 1],
  [4_900, 0, 0],
  [4_900, 17.5, 730],
  [21, 5, 1],
  [99, 100, 50],
  [4_900, 12.5, 544],
])('%i pence at %d percent hold %i pence of VAT', (gross, percent, vat) => {
  expect(vatIn(gross, percent)).toBe(vat)
})

test('net and VAT add up to the price, and the share is never more than half a penny off', () => {
  for (const percent of [5, 12.5, 17.5, 20, 22])
    for (let gross = 0; gross < 3_000; gross++) {
      const vat = vatIn(gross, percent)
      expect(Number.isInteger(vat)).toBe(true)
      expect(Math.abs(vat - (gross * percent) / (100 + percent))).toBeLessThanOrEqual(0.5 + 1e-9)
    }
})

test('a rate holds from its day on', () => {
  const rates = [
    { from: '', percent: 20 },
    { from: '2027-04-01', percent: 22 },
  ]
  expect(['2026-11-26', '2027-03-31', '2027-04-01', '2030-01-01'].map((day) => vatPercentOn(rates, day))).toEqual([
    20, 20, 22, 22,
  ])
  expect(vatPercentOn([], '2027-04-01')).toBe(0)
  expect(vatIn(products.listing.pence, vatPercentOn(rates, '2027-04-01'))).toBe(884)
})
