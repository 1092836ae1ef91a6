import { takeRateLimit } from '#database/rate-limit.ts'
import type { ProductId } from '#domain/catalogue.ts'
import { redeemerOf } from '#features/payments/identity/server/redeemer-of.ts'
import { partyOf } from '#features/payments/rules.ts'
import type { Services } from '#requests/services.ts'
import type { Visitor } from '#requests/visitor.ts'
import { readCoupon } from './checkout-queries.ts'
import type { FunnelApplication } from './queries.ts'

/** Codes that one address may try: enough for typing mistakes, too few for guessing. */
const couponLimit = { name: 'coupon', points: 20, seconds: 600 }

type CheckedCoupon = { kind: 'valid'; code: string; percentOff: number } | { kind: 'invalid' } | { kind: 'too-often' }

/** Whether an application may use a code for a product. Unknown, over and used are one answer. */
export async function checkCoupon(
  { sql, now }: Services,
  visitor: Visitor,
  application: FunnelApplication,
  product: ProductId,
  code: string,
): Promise<CheckedCoupon> {
  if ((await takeRateLimit(sql, couponLimit, visitor.address)) !== null) return { kind: 'too-often' }
  const [coupon] = await readCoupon(sql, {
    code,
    product,
    organisationId: application.organisation_id,
    applicationId: application.id,
    now: now().toISOString(),
    redeemer: redeemerOf(partyOf(application)),
  })
  return coupon?.is_free ? { kind: 'valid', code: coupon.code, percentOff: coupon.percent_off } : { kind: 'invalid' }
}
