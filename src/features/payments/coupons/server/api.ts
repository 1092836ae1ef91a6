import { type } from 'arktype'
import { camel } from '#database/camel.ts'
import { funnel, type PackageId, type ProductId, packages, products } from '#domain/catalogue.ts'
import { couponLimit, discountOf } from '#features/payments/rules.ts'
import { answer, command } from '#requests/command.ts'
import type { Services } from '#requests/services.ts'
import { requiredLine } from '#wire/text-schema.ts'

/** Prices in pence. */
const couponAnswer = type({
  valid: 'true',
  coupon: { code: 'string', discount: 'number.integer', description: 'string' },
  pricing: { originalPrice: 'number.integer', discountAmount: 'number.integer', finalPrice: 'number.integer' },
}).or({ valid: 'false', error: 'string' })

export const postValidateCoupon = command({
  permission: 'anyone',
  summary: 'Check a discount code and the price with it',
  description:
    'The code is trimmed and changed to capital letters. The answer is the same for a code that is unknown, expired, used up or for something else. Prices are in pence: of the package or product that you name, otherwise of the first one that the code is for.',
  schema: type({
    couponCode: requiredLine(100, 'Enter a discount code'),
    'package?': type
      .enumerated(...(Object.keys(packages) as PackageId[]))
      .configure({ sentence: 'There is no such package' }),
    'product?': type.enumerated(...funnel).configure({ sentence: 'There is no such product' }),
  }).onUndeclaredKey('delete'),
  answers: { 200: couponAnswer },
  failures: {},
  limit: couponLimit,
  run: async ({ input, services }) =>
    answer(await validateCoupon(services, input.couponCode, input.package ?? input.product)),
})

type CouponVerdict = typeof couponAnswer.infer

/** One answer for every code that does not hold, so that nobody learns which ones exist. */
const invalid: CouponVerdict = { valid: false, error: 'This coupon code is not valid' }

/** The price of the given package or product with a code, otherwise of the first thing that the code is for; rounded as the orders' is. */
export async function validateCoupon(
  { sql, now }: Pick<Services, 'sql' | 'now'>,
  typed: string,
  item: PackageId | ProductId | undefined,
): Promise<CouponVerdict> {
  const at = now().toISOString()
  const [coupon] = await camel(sql)<{ code: string; description: string; percentOff: number; appliesTo: string[] }[]>`
    select c.code, c.description, c.percent_off, c.applies_to
    from coupons c
    where c.code = ${typed.trim().toUpperCase()}::text ${item ? sql`and ${item}::text = any (c.applies_to)` : sql``}
      and c.starts_at <= ${at}::timestamptz and (c.ends_at is null or c.ends_at > ${at}::timestamptz)
      and (
        c.max_uses is null
        or c.max_uses > (select count(*) from orders o where o.coupon_code = c.code and o.status not in ('expired', 'failed'))
      )`
  const prices: Record<string, { pence: number }> = { ...packages, ...products }
  const priced = item ?? coupon?.appliesTo[0] ?? ''
  if (!coupon || !Object.hasOwn(prices, priced)) return invalid
  const originalPrice = prices[priced]!.pence
  const discountAmount = discountOf(originalPrice, coupon.percentOff)
  return {
    valid: true,
    coupon: { code: coupon.code, discount: coupon.percentOff, description: coupon.description },
    pricing: { originalPrice, discountAmount, finalPrice: originalPrice - discountAmount },
  }
}
