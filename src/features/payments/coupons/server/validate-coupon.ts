import { type PackageId, type ProductId, packages, products } from '#domain/catalogue.ts'
import type { Services } from '#requests/services.ts'
import type { couponAnswer } from '../schema.ts'
import { findCoupon } from './queries.ts'

type CouponVerdict = typeof couponAnswer.infer

/** One answer for every code that does not hold, so that nobody learns which ones exist. */
const invalid: CouponVerdict = { valid: false, error: 'This coupon code is not valid' }

/**
 * Whether a code lowers a price now, and to what: of the given package or product, otherwise of the first thing that the code is
 * for. Prices are those of the catalogue, in pence; the discount is a percentage, rounded to a penny as the orders' is.
 */
export async function validateCoupon(
  { sql, now }: Pick<Services, 'sql' | 'now'>,
  typed: string,
  item: PackageId | ProductId | undefined,
): Promise<CouponVerdict> {
  const [coupon] = await findCoupon(sql, {
    code: typed.trim().toUpperCase(),
    item: item ?? null,
    now: now().toISOString(),
  })
  const originalPrice = coupon && priceOf(item ?? coupon.applies_to[0])
  if (!coupon || originalPrice === undefined) return invalid
  const discountAmount = Math.round((originalPrice * coupon.percent_off) / 100)
  return {
    valid: true,
    coupon: { code: coupon.code, discount: coupon.percent_off, description: coupon.description },
    pricing: { originalPrice, discountAmount, finalPrice: originalPrice - discountAmount },
  }
}

function priceOf(item: string | undefined): number | undefined {
  const prices: Record<string, { pence: number }> = { ...packages, ...products }
  return item !== undefined && Object.hasOwn(prices, item) ? prices[item]!.pence : undefined
}
