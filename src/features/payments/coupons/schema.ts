import { type } from 'arktype'
import { packages, products } from '#domain/catalogue.ts'
import { requiredLine } from '#wire/text-schema.ts'

const packageIds = Object.keys(packages) as (keyof typeof packages)[]
const productIds = Object.keys(products) as (keyof typeof products)[]

/** What `POST /api/validate-coupon` takes. Fields that are not named here are dropped. */
export const couponSchema = type({
  couponCode: requiredLine(100, 'Enter a discount code'),
  'package?': type.enumerated(...packageIds).configure({ sentence: 'There is no such package' }),
  'product?': type.enumerated(...productIds).configure({ sentence: 'There is no such product' }),
}).onUndeclaredKey('delete')

/** Prices in pence. */
export const couponAnswer = type({
  valid: 'true',
  coupon: { code: 'string', discount: 'number.integer', description: 'string' },
  pricing: { originalPrice: 'number.integer', discountAmount: 'number.integer', finalPrice: 'number.integer' },
}).or({ valid: 'false', error: 'string' })
