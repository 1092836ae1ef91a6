import type { ApplicationState } from '#domain/application-state.ts'
import type { ExtraId } from '#domain/catalogue.ts'
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
