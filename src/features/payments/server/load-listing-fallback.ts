import type { Loader } from '../../../requests/page-loader.ts'
import type { ListingFallback } from '../state.ts'
import { listingCheckoutPage } from './load-listing-checkout.ts'

/** Feeds the page to try a payment again from. It shows and does nothing else. */
export const loadListingFallback: Loader<ListingFallback> = async (request) => {
  const page = await listingCheckoutPage(request, request.query.get('appId'), request.query.get('coupon'))
  return { ...page, data: { checkout: page.data, problem: null } }
}
