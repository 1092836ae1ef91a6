import type { FieldFailure } from '#wire/failure.ts'
import type { TypedCoupon } from './rules.ts'
import type { CouponRow } from './server/queries.ts'

export type AdminCouponsData = {
  coupons: CouponRow[]
  typed: TypedCoupon
  problems: FieldFailure[]
  notice: 'added' | 'ended' | null
  /** The code that somebody is asked about before it ends. */
  ending: string | null
}
