import { type PackageId, packages } from '#domain/catalogue.ts'
import { poundsAndPence } from '#domain/money.ts'
import { SampleNote } from '#features/claims/sample-note.tsx'
import { Card } from '#ui/card.tsx'
import { packageTexts } from './content.ts'
import { type AppliedCoupon, type CheckoutData, totals } from './rules.ts'

/** What would be paid, and how it comes about. */
export function OrderSummary({
  id,
  coupon,
  data,
}: {
  id: PackageId
  coupon: AppliedCoupon | null
  data: CheckoutData
}) {
  const { listPence, upgradePence, couponPence, duePence } = totals(id, coupon, data)
  return (
    <Card as="section">
      <h2 className="text-xl">Order summary</h2>
      <p className="mt-3">
        <strong>{packages[id].label} package</strong>
        <span className="block text-sm text-muted">{packageTexts[id]}</span>
      </p>
      <dl className="mt-4 flex flex-col gap-2 text-sm figures" aria-live="polite">
        <Line term={upgradePence > 0 ? 'Original price' : 'Price'} amount={poundsAndPence(listPence)} />
        {upgradePence > 0 && <Line term="Upgrade discount" amount={`−${poundsAndPence(upgradePence)}`} />}
        {coupon && (
          <Line
            term={`Code ${coupon.code} (${coupon.percent}%, ${coupon.description})`}
            amount={`−${poundsAndPence(couponPence)}`}
          />
        )}
        <div className="flex justify-between gap-4 pt-2 border-t border-border font-semibold text-base">
          <dt>Total</dt>
          <dd>{poundsAndPence(duePence)}</dd>
        </div>
      </dl>
      {upgradePence > 0 && (
        <SampleNote claims={data.was} className="mt-4">
          an invented earlier price
        </SampleNote>
      )}
    </Card>
  )
}

function Line({ term, amount }: { term: string; amount: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="font-normal">{term}</dt>
      <dd>{amount}</dd>
    </div>
  )
}
