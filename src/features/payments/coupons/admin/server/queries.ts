import { query } from '../../../../../database/query.ts'

export type CouponRow = {
  code: string
  description: string
  percent_off: number
  applies_to: string[]
  once_per_organisation: boolean
  starts_at: string
  ends_at: string | null
  max_uses: number | null
  is_current: boolean
  uses: number
}

export const listCoupons = query<[now: string], CouponRow>('coupons-desk/list-coupons')
export const addCoupon = query<
  [
    code: string,
    description: string,
    percentOff: number,
    appliesTo: string[],
    oncePerOrganisation: boolean,
    startsAt: string,
    endsAt: string | null,
    maxUses: number | null,
  ],
  { code: string }
>('coupons-desk/add-coupon')
export const endCoupon = query<[code: string, now: string], { code: string }>('coupons-desk/end-coupon')
