import { type PackageId, packages } from '../../../domain/catalogue.ts'

/** A code as the server has confirmed it for the selected package; the price in pence. */
export type AppliedCoupon = { code: string; percent: number; description: string; finalPence: number }

/** The lines of the order, in pence; discounts are positive. */
export function totals(id: PackageId, coupon: AppliedCoupon | null) {
  const { pence, wasPence } = packages[id]
  const listPence = wasPence ?? pence
  return {
    listPence,
    upgradePence: listPence - pence,
    couponPence: coupon ? pence - coupon.finalPence : 0,
    duePence: coupon ? coupon.finalPence : pence,
  }
}
