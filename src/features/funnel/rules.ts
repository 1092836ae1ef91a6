import { type ProductId, products } from '../../domain/catalogue.ts'

/** A code as it is compared: trimmed and in capitals; null for none. */
export function tidyCoupon(typed: string | null | undefined): string | null {
  return typed?.trim().toUpperCase() || null
}

/** What a percentage takes off a price, in whole pence. */
export function discountOf(pence: number, percentOff: number): number {
  return Math.round((pence * percentOff) / 100)
}

/** The day a year later, as `YYYY-MM-DD`: 29 February renews on 28 February, as the payment provider reckons it. */
export function yearAfter(day: string): string {
  const year = Number(day.slice(0, 4)) + 1
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return `${year}${day.slice(4) === '-02-29' && !isLeap ? '-02-28' : day.slice(4)}`
}

/** The provider's id of a checkout session, before anybody is asked about it. */
export function looksLikeSession(id: string): boolean {
  return /^cs_[A-Za-z0-9_]{8,200}$/.test(id)
}

/** How a session that was paid differs from the order it claims to be for; null when it is the same. */
export function differenceOf(
  order: {
    id: string
    application_id: string
    type: string
    amount_pence: number
    discount_pence: number
    currency: string
    checkout_session_id: string | null
  },
  session: {
    id: string
    orderId: string | null
    applicationId: string | null
    metadata: Record<string, string>
    amountTotalPence: number
    amountDiscountPence: number
    currency: string
  },
): 'session' | 'order' | 'application' | 'product' | 'currency' | 'amount' | null {
  if (order.checkout_session_id !== null && order.checkout_session_id !== session.id) return 'session'
  if (order.id !== session.orderId) return 'order'
  if (order.application_id !== session.applicationId) return 'application'
  if (order.type !== session.metadata.product) return 'product'
  if (order.currency !== session.currency) return 'currency'
  if (order.amount_pence - order.discount_pence !== session.amountTotalPence) return 'amount'
  if (order.discount_pence !== session.amountDiscountPence) return 'amount'
  return null
}

/** Whether a word of an order names something of the catalogue. */
export function isProduct(type: string): type is ProductId {
  return type in products
}
