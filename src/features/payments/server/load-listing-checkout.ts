import { applicationState } from '../../../domain/application-state.ts'
import { products } from '../../../domain/catalogue.ts'
import { isUuid } from '../../../domain/is-uuid.ts'
import { londonDay } from '../../../domain/london-time.ts'
import type { Loader, PageRequest } from '../../../requests/page-loader.ts'
import { discountOf, tidyCoupon, yearAfter } from '../rules.ts'
import type { ListingCheckout } from '../state.ts'
import { checkCoupon } from './check-coupon.ts'
import { mayPay } from './may-pay.ts'
import { readFunnelApplication, readLiveOrder } from './queries.ts'
import { settleOpenOrders } from './settle-open-orders.ts'

/** Feeds the checkout of the annual listing. Nothing is ordered by looking; what was paid is booked. */
export const loadListingCheckout: Loader<ListingCheckout> = async (request) =>
  await listingCheckoutPage(request, request.params.appId, request.query.get('coupon'))

/**
 * The checkout of an application as this visitor may see it.
 *
 * @param typed the code that was asked for; without one, the code that the application came with is tried quietly.
 */
export async function listingCheckoutPage(
  { services, visitor }: PageRequest,
  appId: string | null | undefined,
  typed: string | null,
): Promise<{ kind: 'page'; data: ListingCheckout; status?: number }> {
  const [application] = isUuid(appId) ? await readFunnelApplication(services.sql, { applicationId: appId }) : []
  if (!application) return { kind: 'page', status: 404, data: { kind: 'not-found' } }
  const { id, organisation_name: organisation, event_draft: draft } = application
  const { notSold } = applicationState(application)
  if (notSold === 'not-approved') return { kind: 'page', data: { kind: notSold, status: application.status } }
  if (notSold) return { kind: 'page', data: { kind: 'withheld', appId: id, why: notSold } }
  const outstanding = await settleOpenOrders(services, id)
  const [live] = await readLiveOrder(services.sql, { applicationId: id, type: 'listing' })
  if (live && live.status !== 'pending') {
    const [{ entry_number } = application] = await readFunnelApplication(services.sql, { applicationId: id })
    const isDisputed = live.status === 'disputed'
    return { kind: 'page', data: { kind: 'paid', appId: id, isDisputed, isPublished: entry_number !== null } }
  }

  const wanted = tidyCoupon(typed)
  const code = wanted ?? (typed === null ? tidyCoupon(application.coupon_code) : null)
  const coupon = code && code.length <= 40 ? await checkCoupon(services, visitor, application, 'listing', code) : null
  const { pence } = products.listing
  const discountPence = coupon?.kind === 'valid' ? discountOf(pence, coupon.percentOff) : 0
  return {
    kind: 'page',
    data: {
      kind: 'checkout',
      appId: id,
      title: draft.title,
      organisation,
      pricePence: pence,
      discountPence,
      coupon: coupon?.kind === 'valid' ? coupon.code : null,
      typed: wanted ?? '',
      couponProblem: !wanted || coupon?.kind === 'valid' ? null : problemOf(coupon?.kind),
      renewsOn: yearAfter(londonDay(services.now())),
      outstanding,
      mayPay: await mayPay(visitor, id),
    },
  }
}

function problemOf(kind: string | undefined): string {
  return kind === 'too-often' ? 'Too many codes were tried. Please wait ten minutes.' : 'This coupon code is not valid'
}
