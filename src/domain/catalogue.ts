/** What is sold. This is the only place with prices: pages, orders and the payment provider's line items read it. */
export const products = {
  listing: { label: 'Annual Listing', pence: 4_900, interval: 'year' },
  award: { label: 'Gold Award', pence: 19_900, interval: null },
  marketing: { label: 'Marketing Package', pence: 99_500, interval: null },
  ads: { label: 'Managed Ads', pence: 25_900, interval: 'month' },
} as const satisfies Record<string, { label: string; pence: number; interval: 'year' | 'month' | null }>

export type ProductId = keyof typeof products

/** Label of an order's type as the order summary shows it. */
export function orderLabel(type: string): string {
  return type in products ? products[type as ProductId].label : type
}

/** The code that makes the first year of the listing free. */
export const launchCode = 'LAUNCH100'
