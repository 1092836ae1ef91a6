import { href } from '../../../pages.ts'
import { type Action, handler, type PageRequest } from '../../../requests/page-loader.ts'
import { tidyCoupon } from '../rules.ts'
import type { ListingCheckout, ListingFallback } from '../state.ts'
import { listingCheckoutPage, loadListingCheckout } from './load-listing-checkout.ts'
import { loadListingFallback } from './load-listing-fallback.ts'
import type { CheckoutStart } from './start-checkout.ts'
import { startFromForm, statusOfStart } from './start-from-form.ts'

/** The checkout's own post: the payment page, or the fallback page when there is none. */
export const actListingCheckout: Action<ListingCheckout> = async (request) => {
  const appId = request.params.appId!
  const typed = request.form.coupon ?? ''
  const started = await start(request, appId, typed)
  if (started?.kind === 'ready') return { kind: 'redirect', to: started.url, status: 303 }
  if (started?.kind === 'unavailable' || started?.kind === 'payment-under-way') {
    return { kind: 'redirect', to: href('listingCheckoutFallback', { appId, coupon: tidyCoupon(typed) }), status: 303 }
  }
  // Everything else is a state of the checkout that the page itself tells.
  const page = await listingCheckoutPage(request, appId, typed)
  return { ...page, status: page.status ?? statusOfStart(started) }
}

/** The fallback page's own post: once more, and here again with the reason when it fails. */
export const actListingFallback: Action<ListingFallback> = async (request) => {
  const { appId = '', coupon = '' } = request.form
  const started = await start(request, appId, coupon)
  if (started?.kind === 'ready') return { kind: 'redirect', to: started.url, status: 303 }
  const page = await listingCheckoutPage(request, appId, coupon)
  const problem = started ? problemOf(started) : null
  return { ...page, status: page.status ?? statusOfStart(started), data: { checkout: page.data, problem } }
}

function start(request: PageRequest, appId: string, coupon: string): Promise<CheckoutStart | null> {
  return startFromForm(request, { applicationId: appId, product: 'listing', coupon: tidyCoupon(coupon), metadata: {} })
}

function problemOf(started: CheckoutStart): string | null {
  if (started.kind === 'unavailable') return 'The payment page could not be opened just now. Nothing was charged.'
  if (started.kind === 'payment-under-way')
    return 'A payment for this listing is under way. It can take a few days to arrive.'
  return null
}

export const listingCheckout = handler({ load: loadListingCheckout, act: actListingCheckout })
export const listingCheckoutFallback = handler({ load: loadListingFallback, act: actListingFallback })
