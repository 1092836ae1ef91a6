import { expect, test } from 'bun:test'
import { figure } from './figures.ts'
import { pounds, poundsAndPence } from './money.ts'

test('counts and money are written as British readers write them', () => {
  const counts = new Intl.NumberFormat('en-GB')
  const money = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })
  for (const number of [0, 7, 999, 1_000, 12_345, 999_999, 1_000_000, 123_456_789]) {
    expect(figure(number)).toBe(counts.format(number))
    for (const pence of [number, number + 5, -number - 50, number * 100])
      expect(poundsAndPence(pence)).toBe(money.format(pence / 100))
  }
  expect([4_900, 4_950, 0, -4_900, 125_000].map(pounds)).toEqual(['£49', '£49.50', '£0', '-£49', '£1,250'])
})
