import type { ApplicationFacts } from './application-facts.ts'
import { dayAfter } from './calendar-day.ts'
import type { Day } from './formats.ts'
import { backDays } from './listing-term.ts'
import { isWithheld, type WithheldStatus } from './register-status.ts'

export type DecisionBar =
  | 'withdrawn'
  | 'decided'
  /** Declared in its review or its assessment, it counts for both. */
  | 'conflict'
  | 'refused'
  | 'past'

export type NotSold = 'not-approved' | WithheldStatus | 'closed' | 'past'

/** For the first time, by any applicant. */
export type NotPublished = 'not-approved' | 'refused' | 'past'

type DecisionFacts = Pick<
  ApplicationFacts,
  'status' | 'isWithdrawn' | 'isCheckoutClosed' | 'registerStatus' | 'assessment' | 'eventDay' | 'lapsedOn'
>

export type OpenDecisions = {
  approve: DecisionBar | null
  reject: DecisionBar | null
  assess: 'conflict' | 'withdrawn' | 'rejected' | null
  sell: NotSold | null
  publish: NotPublished | null
}

/** The one rule for the review, the assessment, the checkout and the register. */
export function openDecisions(facts: DecisionFacts, today: string, isConflicted = false): OpenDecisions {
  const { status, isWithdrawn } = facts
  const decided = isWithdrawn ? 'withdrawn' : status === 'submitted' ? null : 'decided'
  const conflict = isConflicted ? 'conflict' : null
  const refused = facts.assessment === 'refused' ? 'refused' : null
  const past = isOver(facts.eventDay, today) ? 'past' : null
  const unapproved = status === 'approved' ? null : 'not-approved'
  // An entry ends with its term, not with its event, and comes back in the days after.
  const unpublished = facts.registerStatus === null || (facts.registerStatus === 'lapsed' && !mayComeBack(facts, today))
  return {
    approve: decided ?? conflict ?? refused ?? past,
    reject: decided ?? conflict,
    assess: conflict ?? (isWithdrawn ? 'withdrawn' : status === 'rejected' ? 'rejected' : null),
    sell:
      unapproved ??
      (isWithheld(facts.registerStatus) ? facts.registerStatus : null) ??
      refused ??
      (facts.isCheckoutClosed ? 'closed' : unpublished ? past : null),
    publish: unapproved ?? refused ?? past,
  }
}

export function mayComeBack({ lapsedOn }: Pick<DecisionFacts, 'lapsedOn'>, today: Day): boolean {
  return lapsedOn !== null && today <= dayAfter(lapsedOn, backDays)
}

export function isOver(day: string | null, today: string): boolean {
  return day !== null && day < today
}
