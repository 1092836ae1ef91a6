/** In the order of the funnel. Prices and the order of steps are only here. */
export const products = {
  listing: { label: 'Annual Listing', name: 'the annual listing', pence: 4_900, interval: 'year' },
  award: { label: 'Gold Award', name: 'the Gold award', pence: 19_900, interval: null, isEngraved: true },
  marketing: { label: 'Marketing Package', name: 'the marketing package', pence: 99_500, interval: null },
  ads: { label: 'Managed Ads', name: 'the managed ads', pence: 25_900, interval: 'month', outlivesRefund: true },
} as const satisfies Record<string, Product>

/** Offered together after the listing is paid: any choice makes one order of the type `extras`. */
export const extras = {
  featured: { label: 'Featured Placement', pence: 4_900, interval: null },
  crest: { label: 'Official Crest Pack', pence: 2_900, interval: null },
  review: { label: 'Creative Review', pence: 9_900, interval: null },
  advertising: { label: 'Advertising Package', pence: 24_700, interval: 'month' },
} as const satisfies Record<string, PricedProduct>

export type PricedProduct = { label: string; pence: number; interval: 'year' | 'month' | null }
type Product = PricedProduct & {
  name: string
  /** Its buyer gives a line of text to be engraved. */
  isEngraved?: true
  /** After a refund it continues until its subscription is ended. */
  outlivesRefund?: true
}
export type ProductId = keyof typeof products
export type UpsellId = Exclude<ProductId, 'listing'>
export type ExtraId = keyof typeof extras
export type OrderType = ProductId | 'extras'

export const extraIds = Object.keys(extras) as ExtraId[]
export const funnel = Object.keys(products) as ProductId[]
export const upsellIds = funnel.filter((id) => id !== 'listing')
export const orderTypes: OrderType[] = [...funnel, 'extras']

export function isUpsell(id: string | undefined): id is UpsellId {
  return upsellIds.some((known) => known === id)
}

export function productAfter(id: ProductId): UpsellId | null {
  return upsellIds[funnel.indexOf(id)] ?? null
}

export function outlivesRefund(type: string): boolean {
  return type in products && 'outlivesRefund' in products[type as ProductId]
}

export function orderLabel(type: string): string {
  if (type === 'extras') return 'Selected Services'
  return type in products ? products[type as ProductId].label : type
}

export function chosenExtras(metadata: { services?: string }): ExtraId[] {
  const named = metadata.services?.split(',') ?? []
  return extraIds.filter((id) => named.includes(id))
}

export function soldIn(type: OrderType, metadata: { services?: string }): PricedProduct[] {
  return type === 'extras' ? chosenExtras(metadata).map((id) => extras[id]) : [products[type]]
}

/** What of an order is billed again; at most one thing is. */
export function renewingPart(type: OrderType, metadata: { services?: string }): PricedProduct | undefined {
  return soldIn(type, metadata).find(({ interval }) => interval !== null)
}

/** Of the package checkout, whose payment is simulated: they are never ordered. */
export const packages = {
  standard: { label: 'Standard', pence: 14_900 },
  premium: { label: 'Premium', pence: 22_900 },
} as const satisfies Record<string, { label: string; pence: number }>

export type PackageId = keyof typeof packages
