import type Stripe from 'stripe'
import { idOf } from '#providers/payments/stripe-shapes.ts'
import { badRequest } from './api-error.ts'
import { type Books, newId } from './books.ts'

/** In per cent. */
export async function discountOf(books: Books, discount: string): Promise<number> {
  const { source } = await books.get('discount', discount)
  return (await books.get('coupon', idOf(source.coupon)!)).percent_off ?? 0
}

export async function couponFor(
  books: Books,
  { coupon, promotion_code }: { coupon?: string | undefined; promotion_code?: string | undefined },
): Promise<Stripe.Coupon> {
  if (Boolean(coupon) === Boolean(promotion_code)) {
    throw badRequest(null, 'Each discount names a coupon or a promotion code, one of them.', 'discounts[0]')
  }
  const promotion = promotion_code
    ? await books.get('promotion_code', promotion_code, 'discounts[0][promotion_code]')
    : null
  if (promotion && !promotion.active) throw badRequest('promotion_code_expired', 'This promotion code is not active.')
  const found = await books.get('coupon', coupon ?? idOf(promotion!.promotion.coupon)!, 'discounts[0][coupon]')
  if (!isUsable(books, found))
    throw badRequest('coupon_expired', `Coupon ${found.id} is used up or expired.`, 'discounts[0]')
  return found
}

export async function redeemCoupon(
  books: Books,
  coupon: string,
  { promotionCode, customer, session }: { promotionCode: string | null; customer: string | null; session: string },
): Promise<Stripe.Discount> {
  const { body: used } = await books.lock('coupon', coupon)
  const timesRedeemed = used.times_redeemed + 1
  const valid = isUsable(books, { ...used, times_redeemed: timesRedeemed })
  await books.change('coupon', coupon, { times_redeemed: timesRedeemed, valid })
  if (promotionCode) {
    const { body: promotion } = await books.lock('promotion_code', promotionCode)
    await books.change('promotion_code', promotionCode, { times_redeemed: promotion.times_redeemed + 1 })
  }
  return books.insert('discount', {
    id: newId('di'),
    checkout_session: session,
    customer,
    end: null,
    invoice: null,
    promotion_code: promotionCode,
    source: { type: 'coupon', coupon },
    start: books.now,
    subscription: null,
  })
}

function isUsable(books: Books, { max_redemptions, redeem_by, times_redeemed }: Stripe.Coupon): boolean {
  return (max_redemptions === null || times_redeemed < max_redemptions) && (redeem_by === null || books.now < redeem_by)
}
