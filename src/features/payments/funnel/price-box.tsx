import { products } from '#domain/catalogue.ts'
import { earlierPence } from '#domain/claims.ts'
import { pounds, poundsAndPence } from '#domain/money.ts'
import { SampleNote } from '#features/claims/shown-claims.tsx'
import { Badge } from '#ui/badge.tsx'
import { Price } from '#ui/price.tsx'
import { type Offer, offers } from '../content.ts'
import { PriceRow } from '../price-row.tsx'
import type { UpsellOffer } from './upsell-form.tsx'

export function PriceBox({ product, claims, vat }: Pick<UpsellOffer, 'product' | 'claims' | 'vat'>) {
  const offer: Offer = offers[product]
  const { pence, interval } = products[product]
  const was = earlierPence(claims.was, pence) ?? undefined
  const badge = was === undefined ? [] : claims.badge
  const parts = offer.parts ?? []
  const addsUp = parts.reduce((sum, [, amount]) => sum + amount, 0) === was
  return (
    <>
      <p className="mt-4 font-serif text-4xl">
        <Price pence={pence} was={was} per={interval ? `per ${interval}` : undefined} vat={vat} />
      </p>
      {was && <SampleNote claims={claims.was}>an invented earlier price</SampleNote>}
      {badge.map(({ value, isSample }) => (
        <p key={value} className="mt-2">
          <Badge tone="gold">{value}</Badge>
          {isSample && <span className="text-sm text-muted"> Sample: an invented deadline</span>}
        </p>
      ))}
      {offer.note && (
        <p className="mt-1 text-muted">
          {offer.note}
          {was && ` Normally ${pounds(was)}, save ${pounds(was - pence)}.`}
        </p>
      )}
      {parts.length > 0 && (
        <dl className="mt-4 flex flex-col gap-2 text-sm figures">
          {was && addsUp && (
            <>
              {parts.map(([name, amount]) => (
                <PriceRow key={name} term={name} amount={pounds(amount)} />
              ))}
              <PriceRow term="Total value" amount={pounds(was)} total="pt-2 border-t border-border font-semibold" />
            </>
          )}
          <PriceRow term="To pay today" amount={poundsAndPence(pence)} total="font-semibold text-base" />
        </dl>
      )}
    </>
  )
}
