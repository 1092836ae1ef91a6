import { isUpsell, type ProductId, productAfter } from '#domain/catalogue.ts'
import { href } from '#pages.ts'

export function pageOf(type: string, appId: string): string {
  if (type === 'listing') return href('listingCheckout', { appId })
  return isUpsell(type) ? href('upsell', { product: type, appId }) : href('funnelSuccess', { appId })
}

export function pageAfter(product: ProductId, appId: string): string {
  return pageOf(productAfter(product) ?? 'end', appId)
}

/** After the last one back to the recognition levels. */
export function pageAfterSkip(product: ProductId, appId: string): string {
  return productAfter(product) ? pageAfter(product, appId) : href('applicationApproved', { application_id: appId })
}
