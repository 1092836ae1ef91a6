import { expect, test } from 'bun:test'
import { extrasTerms, listingTerms, termsVersion, upsellTerms } from './terms.ts'

const days = { renewsOn: '2027-11-21', coolingOffOn: '2026-12-05' }
const listing = { pricePence: 4900, vat: 'none', ...days } as const

// What was agreed to is found again by its version: a changed text needs a new one.
test('the key terms of this version', () => {
  const texts = [4900, 2450, 0].map((duePence) =>
    listingTerms({ ...listing, duePence }).map(({ term, details }) => `${term}: ${details}`),
  )
  expect({ termsVersion, texts }).toMatchInlineSnapshot(`
    {
      "termsVersion": "2026-11",
      "texts": [
        [
          "To pay today: £49.00",
          "Price: £49 per year, cancel anytime",
          "Term: 12 months, until Sunday 21 November 2027",
          "Renewal: Renews at £49 on Sunday 21 November 2027, and every year after. We email you 30 days and 7 days before, with the amount and the date.",
          "To end it: One button on the page of your entry, at any time. The entry then stays until the end of the year that you have paid for.",
          "If you change your mind: Cancel by Saturday 5 December 2026, and we refund all of it. After each renewal you have 14 days: cancel in that time, and we refund it less the days since you paid. Refunds are made within 14 days.",
        ],
        [
          "To pay today: £24.50",
          "Price: £49 per year, cancel anytime",
          "Term: 12 months, until Sunday 21 November 2027",
          "Renewal: Renews at £49 on Sunday 21 November 2027, and every year after. This is the first full charge. We email you 30 days and 7 days before, with the amount and the date.",
          "To end it: One button on the page of your entry, at any time. The entry then stays until the end of the year that you have paid for.",
          "If you change your mind: Cancel by Saturday 5 December 2026, and we refund all of it. After each renewal you have 14 days: cancel in that time, and we refund it less the days since you paid. Refunds are made within 14 days.",
        ],
        [
          "To pay today: £0.00",
          "Price: £49 per year, cancel anytime",
          "Term: 12 months, until Sunday 21 November 2027",
          "Renewal: Renews at £49 on Sunday 21 November 2027, and every year after. This is the first charge. We email you 30 days and 7 days before, with the amount and the date.",
          "To end it: One button on the page of your entry, at any time. The entry then stays until the end of the year that you have paid for.",
          "If you change your mind: After the first charge and each renewal you have 14 days: cancel in that time, and we refund it less the days since you paid. Refunds are made within 14 days.",
        ],
      ],
    }
  `)
})

test('with VAT the same terms say what they include', () => {
  const texts = (vat: '20' | 'reverse') =>
    listingTerms({ ...listing, vat, duePence: 4900 }).map(({ term, details }) => `${term}: ${details}`)
  expect(texts('20').slice(0, 2)).toEqual([
    'To pay today: £49.00, including VAT of £8.17',
    'Price: £49 per year including VAT, cancel anytime',
  ])
  expect(texts('20')[3]).toStartWith('Renewal: Renews at £49 including VAT on Sunday 21 November 2027')
  expect(texts('reverse')[0]).toBe('To pay today: £49.00, no VAT: reverse charge')
})

test('what is sold beside the listing says what renews, and how it is ended', () => {
  expect(upsellTerms('award', '2026-12-21', '20')).toBe('£199.00, including VAT of £33.17 once, today. Nothing renews.')
  const month =
    'on Monday 21 December 2026, and every month after, until you cancel with Manage Billing on the page of your entry. It then ends at the end of the month that you have paid for. Every 6 months we email you 7 days before, with the amount and the date.'
  expect(upsellTerms('ads', '2026-12-21', 'none')).toBe(`£259.00 today. Renews at £259 per month ${month}`)
  expect(extrasTerms('2026-12-21', '20')).toBe(
    `You pay once, today. Only the advertising package renews: £247 per month including VAT, next ${month}`,
  )
})
