import type { ApplicationStatus } from '#domain/application-facts.ts'
import type { ApplicationState } from '#domain/application-state.ts'
import type { ExtraId, UpsellId } from '#domain/catalogue.ts'
import type { ShownClaim } from '#domain/claims.ts'
import type { NotSold } from '#domain/open-decisions.ts'
import type { Withheld } from '#domain/register-status.ts'
import type { Late } from '#wire/late.ts'
import type { IdentityWaiting } from './identity/rules.ts'

/**
 * What is still to be heard of an open payment page. `under-way`: a slow payment is on its way. `unanswered`: the provider could not be
 * asked whether it was paid.
 */
export type Outstanding = 'under-way' | 'unanswered'

/** Why nothing is sold for an approved application. */
export type Closed = Exclude<NotSold, 'not-approved'>

/** What the checkout of a listing shows. Money is pence, days are `YYYY-MM-DD`. */
export type ListingCheckout =
  | { kind: 'not-found' }
  | { kind: 'not-approved'; status: ApplicationStatus }
  /** The admin area has suspended or revoked the entry, or closed the checkout. */
  | { kind: 'withheld'; appId: string; why: Closed }
  /** `isDisputed`: the bank is looking into the payment, and nobody pays a second time meanwhile. */
  | { kind: 'paid'; appId: string; isDisputed: boolean; isPublished: boolean }
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
      outstanding: Outstanding | null
      /** False for somebody who holds the link alone. */
      mayPay: boolean
    }

/** What the fallback page shows: the checkout, and what went wrong with the last attempt made here. */
export type ListingFallback = { checkout: ListingCheckout; problem: string | null }

/** Where a payer has landed: known, or known once the provider has answered. */
export type AccreditationSuccess = Landing | { kind: 'asking'; landing: Late<Landing> }

/** The provider confirms the payment; its order is not here. Pence; 0 where nothing was to be paid. */
export type OrderMissing = { kind: 'order-missing'; paidPence: number }

export type Landing =
  /** The address lacks what names the payment. */
  | { kind: 'loading' }
  /** No payment of this application, whatever it is. */
  | { kind: 'unknown' }
  | OrderMissing
  /** `again` is the address of the next look; after some of them the page does not reload itself any more. */
  | { kind: 'waiting'; again: string; isSlow: boolean }
  | { kind: 'not-completed'; appId: string }
  /** Refunded or disputed. */
  | { kind: 'taken-back'; appId: string }
  /** The admin area has suspended or revoked the entry. */
  | { kind: 'withheld'; appId: string; why: Withheld }
  /** The listing was not renewed. */
  | { kind: 'over'; appId: string }
  /** It ended before it was published: what it waited for did not come in time, or its code was used meanwhile. */
  | { kind: 'not-published'; appId: string }
  /** Paid, and not published before it is known who applies. */
  | { kind: 'unproven'; appId: string; title: string; organisation: string; here: string; identity: IdentityWaiting }
  | {
      kind: 'published'
      /** Its assessment is under way: it is not accredited yet. */
      isListedOnly: boolean
      appId: string
      title: string
      organisation: string
      number: string | null
      slug: string | null
      /** Number of the certificate; null while the accreditation does not stand. */
      certificate: string | null
      hasWaited: boolean
      /** This page's own address, which the services' form is posted to. */
      here: string
      mayPay: boolean
      /** Services that are paid for. */
      bought: ExtraId[]
      /** What was selected in a form that came back. */
      selected: ExtraId[]
      /** Why it came back. */
      problem: string | null
      /** When a monthly service that is bought today renews. */
      renewsOn: string
    }

/** What an offer claims beside its price; `badge` belongs to the earlier price. */
export type OfferClaims = Record<'was' | 'badge' | 'figures' | 'testimonials' | 'promises', ShownClaim[]>

/** The offer of one product after the listing. */
export type Upsell =
  | { kind: 'not-found' }
  | OrderMissing
  | { kind: 'not-approved'; product: UpsellId; status: ApplicationStatus }
  /** The admin area has suspended or revoked the entry, or closed the checkout. */
  | { kind: 'withheld'; product: UpsellId; appId: string; why: Closed }
  | {
      kind: 'offer'
      product: UpsellId
      appId: string
      title: string
      organisation: string
      isBought: boolean
      /** Its payment is disputed: the bank has not decided yet. */
      isDisputed: boolean
      /** False for somebody who holds the link alone. */
      mayPay: boolean
      /** Label of the product before this one, when it is paid. */
      paidBefore: string | null
      outstanding: Outstanding | null
      /** When a monthly price that is paid today comes back. */
      renewsOn: string
      /** Why no payment was started. */
      problem: string | null
      engraving: string
      engravingProblem: string | null
      claims: OfferClaims
      /** Of the Gold award: the score that it asks for, in percent, and how its paid order stands (ISO times in UTC). */
      gold: { minScore: number; waitsUntil: string | null; givenAt: string | null } | null
    }

export type UpsellOffer = Extract<Upsell, { kind: 'offer' }>

export type FunnelOrder = {
  id: string
  label: string
  engraving: string | null
  /** Labels of the selected services. */
  services: string[]
  coupon: string | null
  amountPence: number
  status: string
  /** How long it goes on, and what comes after; null for what was bought once. */
  note: string | null
}

/** The end of the funnel: known, or known once the provider has answered. */
export type FunnelSuccess = FunnelEnd | { kind: 'asking'; end: Late<FunnelEnd> }

export type FunnelEnd =
  | { kind: 'not-found' }
  | OrderMissing
  | {
      kind: 'found'
      appId: string
      reference: string
      state: ApplicationState
      title: string
      organisation: string
      eventType: string
      category: string
      date: string | null
      number: string | null
      slug: string | null
      orders: FunnelOrder[]
      /** What a paid listing waits for; null where none waits. */
      identity: IdentityWaiting | null
      /** Paid orders only. */
      totalPence: number
      outstanding: Outstanding | null
      isListingPaid: boolean
      /** A renewal could not be paid so far. */
      isRenewalUnpaid: boolean
      showNotice: boolean
      /** The payer's email, for whoever may open the billing page; null for everybody else, and before anything was ordered. */
      billingEmail: string | null
      billingFailed: boolean
    }
