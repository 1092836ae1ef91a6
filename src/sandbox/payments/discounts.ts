import type Stripe from 'stripe'
import { badRequest } from './api-error.ts'
import type { Books } from './books.ts'

export async function couponFor(books: Books, id: string): Promise<Stripe.Coupon> {
  const found = await books.get('coupon', id, 'discounts[0][coupon]')
  if (!isUsable(found)) throw badRequest('coupon_expired', `Coupon ${id} is used up.`, 'discounts[0]')
  return found
}

export async function redeemCoupon(books: Books, coupon: string): Promise<void> {
  const { body: used } = await books.lock('coupon', coupon)
  const redeemed = { times_redeemed: used.times_redeemed + 1 }
  await books.change('coupon', coupon, { ...redeemed, valid: isUsable({ ...used, ...redeemed }) })
}

function isUsable({ max_redemptions, times_redeemed }: Stripe.Coupon): boolean {
  return max_redemptions === null || times_redeemed < max_redemptions
}
