/** What the checkout of a listing shows. Money is pence, days are `YYYY-MM-DD`. */
export type ListingCheckout =
  | { kind: 'not-found' }
  | { kind: 'not-approved'; status: string }
  | { kind: 'paid'; appId: string }
  | {
      kind: 'checkout'
      appId: string
      title: string
      organisation: string
      pricePence: number
      discountPence: number
      /** The code that lowers the price; null for none. */
      coupon: string | null
      /** What stands in the box. */
      typed: string
      couponProblem: string | null
      renewsOn: string
      /** False for somebody who holds the link alone. */
      mayPay: boolean
    }

/** What the fallback page shows: the checkout, and what went wrong with the last attempt made here. */
export type ListingFallback = { checkout: ListingCheckout; problem: string | null }

/** Where a payer has landed. */
export type AccreditationSuccess =
  /** The address lacks what names the payment. */
  | { kind: 'loading' }
  /** No payment of this application, whatever it is. */
  | { kind: 'unknown' }
  /** `again` is the address of the next look; after some of them the page does not reload itself any more. */
  | { kind: 'waiting'; again: string; isSlow: boolean }
  | { kind: 'not-completed'; appId: string }
  | { kind: 'taken-back'; appId: string }
  | {
      kind: 'accredited'
      appId: string
      title: string
      organisation: string
      number: string | null
      slug: string | null
      hasWaited: boolean
    }

export type FunnelOrder = {
  id: string
  label: string
  engraving: string | null
  coupon: string | null
  amountPence: number
  status: string
}

export type FunnelSuccess =
  | { kind: 'not-found' }
  | {
      kind: 'found'
      appId: string
      reference: string
      title: string
      organisation: string
      eventType: string
      category: string
      date: string | null
      number: string | null
      slug: string | null
      /** Where the register entry stands; null before it is published. */
      standing: string | null
      orders: FunnelOrder[]
      /** Paid orders only. */
      totalPence: number
      showNotice: boolean
    }
