/** What is known about who applies, when it is decided whether a paid listing becomes an entry. */
export type IdentityFacts = {
  isApproved: boolean
  /** Somebody who reads the applicant's mail has said so. */
  isAddressConfirmed: boolean
  /** What was really paid for the listing, in pence: 0 for a code that makes it free. */
  paidPence: number
  /** Somebody else's entry or refused application carries this company number. */
  isNumberElsewhere: boolean
  /** The address is at a domain that a reviewer has confirmed for this company number. */
  isDomainConfirmed: boolean
  /** A reviewer lets it through. */
  isLetThrough: boolean
}

/** What a paid listing waits for, the applicant's own part first. */
export type IdentityWait = 'address' | 'reviewer'

/**
 * What still has to happen before a paid listing is published; nothing, when it may be published now. A company number and its name are
 * public, so beside a confirmed address there has to be one proof that costs a stranger something: money, a domain, or a reviewer's look.
 */
export function identityWaits(facts: IdentityFacts): IdentityWait[] {
  const isProven = facts.isLetThrough || facts.isDomainConfirmed || (facts.paidPence > 0 && !facts.isNumberElsewhere)
  return [
    ...(facts.isAddressConfirmed ? [] : (['address'] as const)),
    ...(isProven && facts.isApproved ? [] : (['reviewer'] as const)),
  ]
}

/** Longest reason of a reviewer who lets an application through, in characters. */
export const maxReleaseReason = 1000

/** Days after which a paid listing that is not published is refunded, and the days before on which its payer is reminded. */
export const waitDays = 30
export const waitReminderDays = [14, 25] as const

/** What the form of that page is called that has the mail sent again. */
export const askAgain = 'confirm-address'

/** What a page says of a paid listing that is not published yet. */
export type IdentityWaiting = {
  waits: IdentityWait[]
  /** Where the mail went; masked for whoever holds the link alone. */
  email: string
  /** ISO time in UTC when it is refunded. */
  until: string
  /** The mailbox, in the demonstration: nothing is really sent there. */
  mailbox: string | null
  /** The mail was sent again just now. */
  isSent: boolean
  /** Seconds to wait, where it was asked for too often. */
  wait: number | null
}
