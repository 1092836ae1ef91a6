import { query } from '../../../../database/query.ts'

export type CouponRow = { code: string; description: string; percent_off: number; applies_to: string[] }

export const findCoupon = query<[code: string, item: string | null, now: string], CouponRow>('coupons/find-coupon')

export const addDemoCoupon = query<
  [code: string, description: string, percentOff: number, appliesTo: string[]],
  { code: string }
>('coupons/add-demo-coupon')
