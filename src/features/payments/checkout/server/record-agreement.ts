import { asJson, type Transaction } from '#database/sql.ts'
import { products } from '#domain/catalogue.ts'
import { coolingOffUntil, renewalDay } from '#domain/listing-term.ts'
import { londonDay } from '#domain/london-time.ts'
import { paidFor } from '#domain/money.ts'
import { priceWithVat } from '#domain/vat.ts'
import { readLiveOrder } from '#features/payments/server/queries.ts'
import { extrasTerms, listingTerms, type ShownTerm, termsVersion, upsellTerms } from '#features/payments/terms.ts'
import type { CheckoutRequest } from './prepare-order.ts'

/** Of a listing that is paid now. */
export function termDays(now: Date) {
  return {
    renewsOn: renewalDay(now, 'year'),
    coolingOffOn: londonDay(new Date(coolingOffUntil(now.toISOString()))),
  }
}

/** Keeps what was shown above the button with the order that it opened; pressed again for the same terms, it adds nothing. */
export async function recordAgreement(
  tx: Transaction,
  { applicationId, product, buyer = null }: Pick<CheckoutRequest, 'applicationId' | 'product' | 'buyer'>,
  now: Date,
): Promise<void> {
  const [order] = await readLiveOrder(tx, { applicationId, type: product })
  if (order?.status !== 'pending') return
  const vat = order.vat ?? 'none'
  const duePence = paidFor(order)
  const renewsOn = renewalDay(now, 'month')
  const shown: ShownTerm[] =
    product === 'listing'
      ? listingTerms({ duePence, pricePence: products.listing.pence, ...termDays(now), vat })
      : [
          { term: 'To pay today', details: priceWithVat(duePence, vat) },
          {
            term: 'Terms',
            details: product === 'extras' ? extrasTerms(renewsOn, vat) : upsellTerms(product, renewsOn, vat),
          },
        ]
  await tx<Record<string, never>[]>`
    insert into order_agreements (order_id, agreed_at, terms_version, shown, buyer)
    values (${order.id}::uuid, ${now.toISOString()}::timestamptz, ${termsVersion}::text, ${asJson(shown)}::jsonb, ${buyer}::text)
    on conflict do nothing`
}
