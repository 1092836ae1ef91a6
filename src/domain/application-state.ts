import { type ApplicationFacts, type ApplicationStatus, applicationStatuses } from './application-facts.ts'
import type { AccreditAfter } from './assurance.ts'
import { isOver, type NotSold, openDecisions } from './open-decisions.ts'
import { type RegisterStatus, registerStatuses, type StatusTone } from './register-status.ts'
import type { Situation } from './situations.ts'

type Event = { from: ApplicationStatus; to: ApplicationStatus; decision: string }

/**
 * What may happen to an application that was sent: from the one status to the other, and what its record of decisions calls it. What is
 * not here does not happen: a second decision is refused, and a rejection ends only by an appeal that is upheld.
 */
export const applicationEvents = {
  approve: { from: 'submitted', to: 'approved', decision: 'approved' },
  reject: { from: 'submitted', to: 'rejected', decision: 'rejected' },
  /** The approval was a mistake, and nothing is paid yet. */
  withdraw: { from: 'approved', to: 'submitted', decision: 'withdrawn' },
  upholdAppeal: { from: 'rejected', to: 'submitted', decision: 'appeal-upheld' },
  /** By whoever has applied, also after the company register's word has approved it: nothing more happens with it. */
  withdrawOwn: { from: 'submitted', to: 'submitted', decision: 'withdrawn-by-applicant' },
} as const satisfies Record<string, Event>
/** What a line of the record of decisions says. */
export type DecisionKind = (typeof applicationEvents)[keyof typeof applicationEvents]['decision']

/** Whether an assessment call may be booked for it. */
export function takesCalls({ status, isWithdrawn }: Pick<ApplicationFacts, 'status' | 'isWithdrawn'>): boolean {
  return applicationStatuses[status].takesCalls && !isWithdrawn
}

/** The word on the badge and its colour, for applicants and admins; a value that we do not know is shown as it is. */
export function applicationStatusBadge(status: string): { label: string; tone: StatusTone } {
  return applicationStatuses[status as ApplicationStatus] ?? { label: status, tone: 'neutral' }
}

export function applicationStatusLabel(status: string): string {
  return applicationStatusBadge(status).label
}

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

/** What a paid listing waits for until it is known who applies, the applicant's own part first. */
type IdentityWait = 'address' | 'reviewer'
/** What its publication waits for; a day that is past and a refusal do not end by waiting. */
export type PublicationWait = IdentityWait | 'date' | 'refusal'

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

export type ApplicationState = {
  situation: Situation
  registerStatus: RegisterStatus | null
  /** Why none of its products may be paid for; null where they may. */
  notSold: NotSold | null
  /** What a payment of the annual listing would do now; null where it cannot be paid. */
  listing: 'publish' | 'renew' | null
}

/**
 * How far an application has come, and what may be bought for it. The one place that decides this.
 *
 * @param after the authority's choice of when a paid entry becomes accredited. @param today the day in London, YYYY-MM-DD.
 */
export function applicationState(facts: ApplicationFacts, after: AccreditAfter, today: string): ApplicationState {
  const { registerStatus } = facts
  const notSold = openDecisions(facts, today).sell
  const mayList = notSold === null && !facts.isListingPaid
  return {
    situation: situationOf(facts, after, today),
    registerStatus,
    notSold,
    listing: mayList && registerStatus === null ? 'publish' : mayList && registerStatus === 'lapsed' ? 'renew' : null,
  }
}

function situationOf(facts: ApplicationFacts, after: AccreditAfter, today: string): Situation {
  const { status, registerStatus, isListingPaid: isPaid, isCheckoutClosed: isClosed } = facts
  const isRefused = facts.assessment === 'refused'
  const isPast = isOver(facts.eventDay, today)
  if (registerStatus === 'lapsed') {
    return isPaid ? 'unsettled' : isClosed ? 'closed' : isRefused ? 'refused' : isPast ? 'over' : 'lapsed'
  }
  if (registerStatus !== null) return registerStatus
  if (facts.isWaiting) return 'waiting'
  if (facts.isWithdrawn) return 'withdrawn'
  if (status === 'rejected') return status
  if (isPaid && status === 'approved') return 'publishing'
  if (isClosed && status === 'approved') return 'closed'
  if (isRefused) return 'refused'
  if (isPast) return 'past'
  if (status === 'submitted') return status
  return after === 'listing' || facts.assessment === 'passed' ? 'payable' : 'listable'
}

/** The badge of an application: of its entry, and before there is one of what was decided. */
export function stateBadge(status: string, state: ApplicationState | null): { label: string; tone: StatusTone } {
  if (state?.situation === 'withdrawn') return { label: 'Withdrawn', tone: 'neutral' }
  const registerStatus = state?.registerStatus ?? null
  return registerStatus ? registerStatuses[registerStatus] : applicationStatusBadge(status)
}
