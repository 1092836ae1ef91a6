import { type PackageId, packages } from '#domain/catalogue.ts'
import { earlierPence, type ShownClaim } from '#domain/claims.ts'

/** A code as the server has confirmed it for the selected package; the price in pence. */
export type AppliedCoupon = { code: string; percent: number; description: string; finalPence: number }

/** What the checkout claims: the earlier price of the Premium package. */
/** `demoCoupon`: the code that a visitor of the demonstration can try; null on a real site. */
export type CheckoutData = { was: ShownClaim[]; demoCoupon: { code: string; percentOff: number } | null }

/** The lines of the order, in pence; discounts are positive. */
export function totals(id: PackageId, coupon: AppliedCoupon | null, { was }: CheckoutData) {
  const { pence } = packages[id]
  const listPence = (id === 'premium' && earlierPence(was, pence)) || pence
  return {
    listPence,
    upgradePence: listPence - pence,
    couponPence: coupon ? pence - coupon.finalPence : 0,
    duePence: coupon ? coupon.finalPence : pence,
  }
}
