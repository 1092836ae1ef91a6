import { type } from 'arktype'
import { camel } from '#database/camel.ts'
import type { SqlRunner } from '#database/sql.ts'
import { type PackageId, type ProductId, packages, products } from '#domain/catalogue.ts'
import { answer, command } from '#requests/command.ts'
import type { Services } from '#requests/services.ts'
import { requiredLine } from '#wire/text-schema.ts'

const packageIds = Object.keys(packages) as (keyof typeof packages)[]
const productIds = Object.keys(products) as (keyof typeof products)[]

/** What `POST /api/validate-coupon` takes. Fields that are not named here are dropped. */
const couponSchema = type({
  couponCode: requiredLine(100, 'Enter a discount code'),
  'package?': type.enumerated(...packageIds).configure({ sentence: 'There is no such package' }),
  'product?': type.enumerated(...productIds).configure({ sentence: 'There is no such product' }),
}).onUndeclaredKey('delete')

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
  schema: couponSchema,
  answers: { 200: couponAnswer },
  failures: {},
  // The same allowance as the codes tried at the listing's checkout: enough for typing mistakes, too few for guessing.
  limit: { name: 'coupon', points: 20, seconds: 600 },
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
  const [coupon] = await findCoupon(sql, {
    code: typed.trim().toUpperCase(),
    item: item ?? null,
    now: now().toISOString(),
  })
  const originalPrice = coupon && priceOf(item ?? coupon.appliesTo[0])
  if (!coupon || originalPrice === undefined) return invalid
  const discountAmount = Math.round((originalPrice * coupon.percentOff) / 100)
  return {
    valid: true,
    coupon: { code: coupon.code, discount: coupon.percentOff, description: coupon.description },
    pricing: { originalPrice, discountAmount, finalPrice: originalPrice - discountAmount },
  }
}

function priceOf(item: string | undefined): number | undefined {
  const prices: Record<string, { pence: number }> = { ...packages, ...products }
  return item !== undefined && Object.hasOwn(prices, item) ? prices[item]!.pence : undefined
}

type CouponRow = { code: string; description: string; percentOff: number; appliesTo: string[] }

const findCoupon = (sql: SqlRunner, { code, item, now }: { code: string; item: string | null; now: string }) => camel(
  sql,
)<CouponRow[]>`
  select c.code, c.description, c.percent_off, c.applies_to
  from coupons c
  where c.code = ${code}::text ${item === null ? sql`` : sql`and ${item}::text = any (c.applies_to)`}
    and c.starts_at <= ${now}::timestamptz and (c.ends_at is null or c.ends_at > ${now}::timestamptz)
    and (
      c.max_uses is null
      or c.max_uses > (select count(*) from orders o where o.coupon_code = c.code and o.status not in ('expired', 'failed'))
    )`
