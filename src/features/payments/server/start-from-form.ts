import { takeRateLimit } from '../../../database/rate-limit.ts'
import { isUuid } from '../../../domain/is-uuid.ts'
import type { PageRequest } from '../../../requests/page-loader.ts'
import { actingFor } from '../../../requests/visitor.ts'
import { checkoutLimit } from '../rules.ts'
import { mayPay } from './may-pay.ts'
import type { Wish } from './prepare-order.ts'
import { type CheckoutStart, startCheckout } from './start-checkout.ts'

/**
 * Starts a payment from a page's own form, with the checks and the allowance of the calls.
 *
 * @returns null where this visitor may not start it.
 */
export async function startFromForm({ services, visitor }: PageRequest, request: Wish): Promise<CheckoutStart | null> {
  if (!isUuid(request.applicationId) || !(await mayPay(visitor, request.applicationId))) return null
  if ((await takeRateLimit(services.sql, checkoutLimit, visitor.address)) !== null) {
    return { kind: 'unavailable' }
  }
  return await startCheckout(services, request, await actingFor(visitor, [request.applicationId]))
}

/** The status of the page that shows why no payment was started. */
export function statusOfStart(started: CheckoutStart | null): number {
  if (!started) return 403
  if (started.kind === 'coupon-refused') return 422
  if (started.kind === 'not-found') return 404
  return started.kind === 'unavailable' ? 503 : 409
}
