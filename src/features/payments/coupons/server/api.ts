import { answer, command } from '#requests/command.ts'
import { couponAnswer, couponSchema } from '../schema.ts'
import { validateCoupon } from './validate-coupon.ts'

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
