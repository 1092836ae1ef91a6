/** What is sold. This is the only place with prices: pages, orders and the payment provider's line items read it. */
export const products = {
  listing: { label: 'Annual Listing', pence: 4_900, interval: 'year' },
  award: { label: 'Gold Award', pence: 19_900, interval: null },
  marketing: { label: 'Marketing Package', pence: 99_500, interval: null },
  ads: { label: 'Managed Ads', pence: 25_900, interval: 'month' },
} as const satisfies Record<string, Sold>

/** Services that are offered together after the listing is paid: any choice of them makes one order of the type `extras`. */
export const extras = {
  featured: { label: 'Featured Placement', pence: 4_900, interval: null },
  crest: { label: 'Official Crest Pack', pence: 2_900, interval: null },
  review: { label: 'Creative Review', pence: 9_900, interval: null },
  advertising: { label: 'Advertising Package', pence: 24_700, interval: 'month' },
} as const satisfies Record<string, Sold>

/** A price in pence, and how often it comes back; null for once. */
export type Sold = { label: string; pence: number; interval: 'year' | 'month' | null }
export type ProductId = keyof typeof products
export type ExtraId = keyof typeof extras
/** What an order can be for. */
export type OrderType = ProductId | 'extras'

export const extraIds = Object.keys(extras) as ExtraId[]

/** Label of an order's type as the order summary shows it. */
export function orderLabel(type: string): string {
  if (type === 'extras') return 'Selected Services'
  return type in products ? products[type as ProductId].label : type
}

/** The chosen services of an `extras` order, from its metadata: names of the catalogue, in its order. */
export function chosenExtras(metadata: { services?: string }): ExtraId[] {
  const named = metadata.services?.split(',') ?? []
  return extraIds.filter((id) => named.includes(id))
}

/** What an order is made of: the lines of the payment page, and, added up, its price. */
export function soldIn(type: OrderType, metadata: { services?: string }): Sold[] {
  return type === 'extras' ? chosenExtras(metadata).map((id) => extras[id]) : [products[type]]
}

/** The packages of the package checkout, whose payment is simulated: they are never ordered. `wasPence` is the price before. */
export const packages = {
  standard: { label: 'Standard', pence: 14_900, wasPence: null },
  premium: { label: 'Premium', pence: 22_900, wasPence: 29_900 },
} as const satisfies Record<string, { label: string; pence: number; wasPence: number | null }>

export type PackageId = keyof typeof packages
