import { expect, test } from 'bun:test'
import { extrasTerms, listingTerms, startNowHint, termsVersion, upsellTerms } from './terms.ts'

const days = { renewsOn: '2027-11-21', coolingOffOn: '2026-12-05' }
const listing = { pricePence: 4900, vat: 'none', ...days } as const

// What was agreed to is found again by its version: a changed text needs a new one.
test('the key terms of this version', () => {
  const texts = [4900, 2450, 0].map((duePence) =>
    listingTerms({ ...listing, duePence }).map(({ term, details }) => `${term}: ${details}`),
  )
  expect({ termsVersion, texts }).toMatchInlineSnapshot(`
    {
      "termsVersion": "2026-11-26",
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
  const month = { renewsOn: '2026-12-21', coolingOffOn: '2026-12-05', startsOn: '2026-12-06' } as const
  expect(upsellTerms('award', { ...month, vat: '20' })).toEqual([
    { term: 'Terms', details: '£199.00, including VAT of £33.17 once, today. Nothing renews.' },
  ])
  const texts = [upsellTerms('ads', { ...month, vat: 'none' }), extrasTerms({ ...month, vat: '20' }, true)]
  expect(texts.map((terms) => terms.map(({ term, details }) => `${term}: ${details}`))).toMatchInlineSnapshot(`
    [
      [
        "To pay today: £259.00",
        "Price: £259 per month, cancel anytime",
        "Term: 1 month, until Monday 21 December 2026",
        "Renewal: Managed Ads renews at £259 on Monday 21 December 2026, and every month after. Every 6 months we email you 7 days before, with the amount and the date.",
        "To end it: One button on the page of your entry, at any time. It then ends at the end of the month that you have paid for.",
        "If you change your mind: Cancel by Saturday 5 December 2026, and we refund the first month. If you ask us to start now, we keep the days since you paid. Refunds are made within 14 days. A month that has renewed is not refunded.",
      ],
      [
        "Payment: You pay once, today. Only the advertising package renews.",
        "Price: £247 per month including VAT, cancel anytime",
        "Term: 1 month, until Monday 21 December 2026",
        "Renewal: Advertising Package renews at £247 including VAT on Monday 21 December 2026, and every month after. Every 6 months we email you 7 days before, with the amount and the date.",
        "To end it: One button on the page of your entry, at any time. It then ends at the end of the month that you have paid for.",
        "If you change your mind: Cancel by Saturday 5 December 2026, and we refund the first month. If you ask us to start now, we keep the days since you paid. Refunds are made within 14 days. A month that has renewed is not refunded.",
      ],
    ]
  `)
  expect(startNowHint('2026-12-06')).toMatchInlineSnapshot(
    `"If you then cancel in these days, you pay for the days until you cancel. Without this we start on Sunday 6 December 2026."`,
  )
})
