import { isUpsell, type OrderType, type ProductId, productAfter } from '#domain/catalogue.ts'
import { href } from '#pages.ts'

/** Where an order can be made: the product's own page, or for services the page of the order. */
export function pageOf(type: OrderType | string, appId: string): string {
  if (type === 'listing') return href('listingCheckout', { appId })
  return isUpsell(type) ? href('upsell', { product: type, appId }) : href('funnelSuccess', { appId })
}

/** Where a payer goes on after a product: to the next one, and after the last one to the end of the funnel. */
export function pageAfter(product: ProductId, appId: string): string {
  return pageOf(productAfter(product) ?? 'end', appId)
}

/** The same for whoever does not buy it: after the last one back to the recognition levels. */
export function pageAfterSkip(product: ProductId, appId: string): string {
  return productAfter(product) ? pageAfter(product, appId) : href('applicationApproved', { application_id: appId })
}
