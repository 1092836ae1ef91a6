import { apiPatterns } from '../../../../api-paths.ts'
import { answer, type Endpoint, endpoint } from '../../../../endpoint.ts'
import { couponAnswer, couponSchema } from '../schema.ts'
import { validateCoupon } from './validate-coupon.ts'

const postValidateCoupon = endpoint({
  method: 'POST',
  path: apiPatterns.validateCoupon,
  id: 'validateCoupon',
  permission: 'anyone',
  summary: 'Whether a discount code holds, and the price with it',
  description:
    'The code is trimmed and put into capitals. Unknown, expired, used up and meant for something else are one answer. Prices are pence: of the package or product that is named, otherwise of the first thing that the code is for.',
  body: couponSchema,
  answers: { 200: couponAnswer },
  failures: {},
  // The same allowance as the codes tried at the listing's checkout: enough for typing mistakes, too few for guessing.
  limit: { name: 'coupon', points: 20, seconds: 600 },
  handle: async ({ body, services }) =>
    answer(await validateCoupon(services, body.couponCode, body.package ?? body.product)),
})

/** Discount codes. */
export const couponEndpoints: Endpoint[] = [postValidateCoupon]
