import { answer, command } from '../../../../requests/command.ts'
import { couponAnswer, couponSchema } from '../schema.ts'
import { validateCoupon } from './validate-coupon.ts'

export const postValidateCoupon = command({
  permission: 'anyone',
  summary: 'Whether a discount code holds, and the price with it',
  description:
    'The code is trimmed and put into capitals. Unknown, expired, used up and meant for something else are one answer. Prices are pence: of the package or product that is named, otherwise of the first thing that the code is for.',
  schema: couponSchema,
  answers: { 200: couponAnswer },
  failures: {},
  // The same allowance as the codes tried at the listing's checkout: enough for typing mistakes, too few for guessing.
  limit: { name: 'coupon', points: 20, seconds: 600 },
  run: async ({ input, services }) =>
    answer(await validateCoupon(services, input.couponCode, input.package ?? input.product)),
})
