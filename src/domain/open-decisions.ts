import type { ApplicationFacts } from './application-facts.ts'
import { isWithheld, type Withheld } from './register-status.ts'

/** Why somebody cannot decide on an application now. */
export type Bar =
  /** Its applicant has withdrawn it. */
  | 'withdrawn'
  /** It has been decided. */
  | 'decided'
  /** Whoever asks has declared a conflict of interest, in its review or in its assessment: it holds for both. */
  | 'conflict'
  /** Its assessment has refused it, and no appeal has opened that again. */
  | 'refused'
  /** It is a public event, and its day is over. */
  | 'past'

/** Why nothing is sold for an application. */
export type NotSold = 'not-approved' | Withheld | 'closed' | 'past'

/** Why an entry cannot be published for the first time, whoever applies. */
export type NotPublished = 'not-approved' | 'refused' | 'past'

type Facts = Pick<
  ApplicationFacts,
  'status' | 'isWithdrawn' | 'isCheckoutClosed' | 'registerStatus' | 'assessment' | 'eventDay'
>

/** What can be decided and done for an application now, from its review and its assessment; null where nothing is in the way. */
export type OpenDecisions = {
  approve: Bar | null
  reject: Bar | null
  /** To propose, decide or vote how its assessment ends. */
  assess: 'conflict' | 'withdrawn' | 'rejected' | null
  sell: NotSold | null
  publish: NotPublished | null
}

/**
 * The one rule of what can be decided for an application, which its review, its assessment, the checkout and the register all ask.
 *
 * @param today the day in London, YYYY-MM-DD. @param isConflicted of whoever asks.
 */
export function openDecisions(facts: Facts, today: string, isConflicted = false): OpenDecisions {
  const { status, isWithdrawn } = facts
  const decided = isWithdrawn ? 'withdrawn' : status === 'submitted' ? null : 'decided'
  const conflict = isConflicted ? 'conflict' : null
  const refused = facts.assessment === 'refused' ? 'refused' : null
  const past = isOver(facts.eventDay, today) ? 'past' : null
  const unapproved = status === 'approved' ? null : 'not-approved'
  // An entry ends with its term, not with its event.
  const unpublished = facts.registerStatus === null || facts.registerStatus === 'lapsed'
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

/** Whether the day of an event is over. @param day YYYY-MM-DD; null where there is none. */
export function isOver(day: string | null, today: string): boolean {
  return day !== null && day < today
}
