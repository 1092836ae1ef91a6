import { extras, type PricedProduct, products, type UpsellId } from '#domain/catalogue.ts'
import type { Day, Pence } from '#domain/formats.ts'
import { coolingOffDays, monthlyReminderMonths, reminderDays } from '#domain/listing-term.ts'
import { longDay } from '#domain/london-time.ts'
import { pounds } from '#domain/money.ts'
import { isVatIn, priceWithVat, type VatTreatment } from '#domain/vat.ts'

export const buyers = { consumer: 'A private person', business: 'A business or another organisation' } as const
export type Buyer = keyof typeof buyers

export type ShownTerm = { term: string; details: string }

/** Of the sentences below. Another text is another version: terms.test.ts holds both. */
export const termsVersion = '2026-11-26'

const remindedWords = `${reminderDays[0]} days and ${reminderDays[1]} days before`
const coolingOffWords = `After each renewal you have ${coolingOffDays} days: cancel in that time, and we refund it less the days since you paid.`
const endingWords =
  'One button on the page of your entry, at any time. The entry then stays until the end of the year that you have paid for.'

type MonthlyTerms = {
  renewsOn: Day
  /** The last day on which a first payment goes back. */
  coolingOffOn: Day
  /** The first day of work that nobody asked for earlier. */
  startsOn: Day
  vat: VatTreatment
}
/** Its first payment goes back whole. `duePence`: today, after a code. */
type ListingTerms = Omit<MonthlyTerms, 'startsOn'> & { duePence: Pence; pricePence: Pence }

/** The key terms, together: shown directly above the button, kept with the order, and sent with the receipt. */
export function listingTerms({ duePence, pricePence, renewsOn, coolingOffOn, vat }: ListingTerms): ShownTerm[] {
  const price = `${pounds(pricePence)}${isVatIn(vat) ? ' including VAT' : ''}`
  const until = longDay(renewsOn)
  const first = duePence === pricePence ? '' : ` This is the first ${duePence > 0 ? 'full ' : ''}charge.`
  const cooling =
    duePence > 0
      ? `Cancel by ${longDay(coolingOffOn)}, and we refund all of it. ${coolingOffWords}`
      : coolingOffWords.replace('After each renewal', 'After the first charge and each renewal')
  return [
    { term: 'To pay today', details: priceWithVat(duePence, vat) },
    { term: 'Price', details: `${pounds(pricePence)} per year${isVatIn(vat) ? ' including VAT' : ''}, cancel anytime` },
    { term: 'Term', details: `12 months, until ${until}` },
    {
      term: 'Renewal',
      details: `Renews at ${price} on ${until}, and every year after.${first} We email you ${remindedWords}, with the amount and the date.`,
    },
    { term: 'To end it', details: endingWords },
    { term: 'If you change your mind', details: `${cooling} Refunds are made within 14 days.` },
  ]
}

/** What a buyer ticks who does not want to wait: until then nothing is owed for work (regulation 36 of the Consumer Contracts Regulations 2013). */
export const startNowWords = 'Start now, before my 14 days to cancel are over'
export const startNowHint = (startsOn: Day): string =>
  `If you then cancel in these days, you pay for the days until you cancel. Without this we start on ${longDay(startsOn)}.`

function monthlyTerms({ label, pence }: PricedProduct, { renewsOn, coolingOffOn, vat }: MonthlyTerms): ShownTerm[] {
  const price = `${pounds(pence)}${isVatIn(vat) ? ' including VAT' : ''}`
  const on = longDay(renewsOn)
  return [
    { term: 'Price', details: `${pounds(pence)} per month${isVatIn(vat) ? ' including VAT' : ''}, cancel anytime` },
    { term: 'Term', details: `1 month, until ${on}` },
    {
      term: 'Renewal',
      details: `${label} renews at ${price} on ${on}, and every month after. Every ${monthlyReminderMonths} months we email you ${reminderDays[1]} days before, with the amount and the date.`,
    },
    {
      term: 'To end it',
      details:
        'One button on the page of your entry, at any time. It then ends at the end of the month that you have paid for.',
    },
    {
      term: 'If you change your mind',
      details: `Cancel by ${longDay(coolingOffOn)}, and we refund the first month. If you ask us to start now, we keep the days since you paid. Refunds are made within ${coolingOffDays} days. A month that has renewed is not refunded.`,
    },
  ]
}

/** Above the button of what is sold beside the listing; kept with its order. */
export function upsellTerms(product: UpsellId, days: MonthlyTerms): ShownTerm[] {
  const { pence, interval } = products[product]
  const today = priceWithVat(pence, days.vat)
  if (interval === null) return [{ term: 'Terms', details: `${today} once, today. Nothing renews.` }]
  return [{ term: 'To pay today', details: today }, ...monthlyTerms(products[product], days)]
}

/** The same of services that are chosen together. @param isMonthly the one that renews is among them. */
export function extrasTerms(days: MonthlyTerms, isMonthly: boolean): ShownTerm[] {
  return [
    { term: 'Payment', details: 'You pay once, today. Only the advertising package renews.' },
    ...(isMonthly ? monthlyTerms(extras.advertising, days) : []),
  ]
}
