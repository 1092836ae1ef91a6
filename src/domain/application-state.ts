import { type ApplicationFacts, type ApplicationStatus, applicationStatuses } from './application-facts.ts'
import { type AccreditAfter, type Level, statusWords } from './assurance.ts'
import { isOver, mayComeBack, type NotSold, openDecisions } from './open-decisions.ts'
import { type RegisterStatus, registerStatuses, type StatusTone } from './register-status.ts'
import type { Situation } from './situations.ts'

/** Nothing else happens: a second decision is refused, and a rejection ends only by an appeal that is upheld. */
export const applicationEvents = {
  approve: { from: 'submitted', to: 'approved', decision: 'approved' },
  reject: { from: 'submitted', to: 'rejected', decision: 'rejected' },
  /** The approval was a mistake, and nothing is paid yet. */
  withdraw: { from: 'approved', to: 'submitted', decision: 'withdrawn' },
  upholdAppeal: { from: 'rejected', to: 'submitted', decision: 'appeal-upheld' },
  /** By the applicant, also after the company registry's answer has approved it. */
  withdrawOwn: { from: 'submitted', to: 'submitted', decision: 'withdrawn-by-applicant' },
} as const satisfies Record<string, { from: ApplicationStatus; to: ApplicationStatus; decision: string }>
export type DecisionKind = (typeof applicationEvents)[keyof typeof applicationEvents]['decision']

type StatusBadge = { label: string; tone: StatusTone }

export function takesCalls({ status, isWithdrawn }: Pick<ApplicationFacts, 'status' | 'isWithdrawn'>): boolean {
  return applicationStatuses[status].takesCalls && !isWithdrawn
}

export function applicationStatusBadge(status: string): StatusBadge {
  return applicationStatuses[status as ApplicationStatus] ?? { label: status, tone: 'neutral' }
}

export function applicationStatusLabel(status: string): string {
  return applicationStatusBadge(status).label
}

export type IdentityFacts = {
  isApproved: boolean
  /** By somebody who reads the applicant's mail. */
  isAddressConfirmed: boolean
  paidPence: number
  /** On somebody else's entry or refused application. */
  isNumberElsewhere: boolean
  /** A reviewer has confirmed the address's domain for this company number. */
  isDomainConfirmed: boolean
  isIdentityWaived: boolean
}

type IdentityWait = 'address' | 'reviewer'
/** A past day and a refusal do not end by waiting. */
export type PublicationWait = IdentityWait | 'date' | 'refusal'

/** Company numbers and names are public, so a confirmed address needs one proof that costs a stranger something: money, a domain, or a reviewer's look. */
export function identityWaits(facts: IdentityFacts): IdentityWait[] {
  const isProven =
    facts.isIdentityWaived || facts.isDomainConfirmed || (facts.paidPence > 0 && !facts.isNumberElsewhere)
  return [
    ...(facts.isAddressConfirmed ? [] : (['address'] as const)),
    ...(isProven && facts.isApproved ? [] : (['reviewer'] as const)),
  ]
}

export type ApplicationState = {
  situation: Situation
  registerStatus: RegisterStatus | null
  notSold: NotSold | null
  listing: 'publish' | 'renew' | null
}

/** The one place that decides what may be bought. */
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
    if (isPaid || isClosed || isRefused) return isPaid ? 'unsettled' : isClosed ? 'closed' : 'refused'
    return isPast && !mayComeBack(facts, today) ? 'over' : 'lapsed'
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

/** @param level of a published entry. */
export function stateBadge(status: string, state: ApplicationState | null, level: Level | null): StatusBadge {
  if (state?.situation === 'withdrawn') return { label: 'Withdrawn', tone: 'neutral' }
  const registerStatus = state?.registerStatus ?? null
  if (!registerStatus) return applicationStatusBadge(status)
  const words = statusWords({ status: registerStatus, assurance: null, assuredOn: null, ...level })
  return { label: words, tone: registerStatuses[registerStatus].tone }
}
