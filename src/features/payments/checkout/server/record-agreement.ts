import { asJson, type Transaction } from '#database/sql.ts'
import { products, renewingPart } from '#domain/catalogue.ts'
import { coolingOffUntil, type Interval, renewalDay, startDay } from '#domain/listing-term.ts'
import { londonDay } from '#domain/london-time.ts'
import { paidFor } from '#domain/money.ts'
import { priceWithVat } from '#domain/vat.ts'
import { readLiveOrder } from '#features/payments/server/queries.ts'
import {
  extrasTerms,
  listingTerms,
  type ShownTerm,
  startNowWords,
  termsVersion,
  upsellTerms,
} from '#features/payments/terms.ts'
import type { CheckoutRequest } from './prepare-order.ts'

/** Of a monthly service. */
export function monthlyDays(now: Date) {
  return { ...termDays(now, 'month'), startsOn: startDay(now.toISOString()) }
}

/** Of a listing, if nothing else is said, that is paid now. */
export function termDays(now: Date, interval: Interval = 'year') {
  return { renewsOn: renewalDay(now, interval), coolingOffOn: londonDay(new Date(coolingOffUntil(now.toISOString()))) }
}

/** Keeps what was shown above the button with the order that it opened; pressed again for the same terms, it adds nothing. */
export async function recordAgreement(
  tx: Transaction,
  {
    applicationId,
    product,
    buyer = null,
    startsNow = false,
  }: Pick<CheckoutRequest, 'applicationId' | 'product' | 'buyer' | 'startsNow'>,
  now: Date,
): Promise<void> {
  const [order] = await readLiveOrder(tx, { applicationId, type: product })
  if (order?.status !== 'pending') return
  const vat = order.vat ?? 'none'
  const duePence = paidFor(order)
  const isMonthly = renewingPart(product, order.metadata)?.interval === 'month'
  const isEarly = startsNow && isMonthly
  const shown = termsOf()
  if (isEarly) shown.push({ term: 'Start', details: startNowWords })
  await tx<Record<string, never>[]>`
    insert into order_agreements (order_id, agreed_at, terms_version, shown, buyer, starts_now)
    values (${order.id}::uuid, ${now.toISOString()}::timestamptz, ${termsVersion}::text, ${asJson(shown)}::jsonb, ${buyer}::text,
      ${isEarly}::boolean)
    on conflict do nothing`

  function termsOf(): ShownTerm[] {
    if (product === 'listing')
      return listingTerms({ duePence, pricePence: products.listing.pence, ...termDays(now), vat })
    const days = { ...monthlyDays(now), vat }
    if (product !== 'extras') return upsellTerms(product, days)
    return [{ term: 'To pay today', details: priceWithVat(duePence, vat) }, ...extrasTerms(days, isMonthly)]
  }
}
