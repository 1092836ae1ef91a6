import { londonClockOf, londonDateOf } from './london-time.ts'
import type { RegisterStatus } from './register-status.ts'

/** What the register knows of an entry today, as far as its answer tells of it. */
export type AnswerFacts = {
  status: RegisterStatus
  /** ISO time in UTC; null for no end. */
  validUntil: string | null
  /** How it came to be refused, lapsed, suspended or revoked; null for other statuses, and where nobody recorded it. */
  ended: Ended | null
  /** Of the event, YYYY-MM-DD; null where it has none. */
  date: string | null
  /** That day is over. */
  isPast: boolean
}

export type Ended = {
  /** ISO time in UTC. */
  at: string
  /** A document that it has to have ran out; otherwise somebody of the authority decided it. */
  isForDocuments: boolean
}

/** What the history of an entry names as the cause; a suspension of another cause is not lifted by a document. */
export const evidenceCause = 'evidence'

/** The status in one word, for whoever sees no more of the answer. */
export const answerWords = {
  active: 'Accredited',
  listed: 'Listed, not accredited',
  refused: 'Not accredited',
  lapsed: 'Lapsed',
  suspended: 'Suspended',
  revoked: 'Revoked',
} as const satisfies Record<RegisterStatus, string>

/**
 * The register's answer to whoever asks about an entry, the same wherever it is given: is it accredited, until when or since when not,
 * and whether the event is over. How far it was checked is said beside it (`assuranceLevels`), and so is when it was read (`checkedWords`).
 *
 * @returns whole sentences, such as 'Currently accredited. Valid until 22 November 2027.'
 */
export function registerAnswer(facts: AnswerFacts): string {
  const { date, isPast } = facts
  const over = date && isPast ? ` The event is over: its date was ${londonDateOf(date)}.` : ''
  return statusSentences(facts) + over
}

function statusSentences({ status, validUntil, ended }: AnswerFacts): string {
  const since = ended ? ` on ${londonDateOf(ended.at)}` : ''
  switch (status) {
    case 'active':
      return `Currently accredited. ${validUntil ? `Valid until ${londonDateOf(validUntil)}.` : 'It has no end date.'}`
    case 'listed':
      return 'Listed, and not accredited: its assessment is under way.'
    case 'refused':
      return `Assessed${since}, and not accredited.`
    case 'lapsed':
      return `Lapsed${since}. Not accredited.`
    case 'suspended':
      return `Suspended${since}${kindOf(ended)}. Not accredited while the suspension lasts.`
    case 'revoked':
      return `Revoked${since}. Not accredited.`
  }
}

function kindOf(ended: Ended | null): string {
  if (!ended) return ''
  return ended.isForDocuments ? ', because a document that it needs has expired' : ', by a decision of the authority'
}

/**
 * When the register was asked.
 *
 * @param at ISO time in UTC; null for a page that has just come.
 */
export function checkedWords(at: string | null): string {
  return at ? `Checked at ${londonClockOf(at)} on ${londonDateOf(at)}.` : 'Checked just now.'
}

/** What comes next for an entry, and when: YYYY-MM-DD. */
export type NextDate = { what: 'event' | 'review'; on: string }

/**
 * The event where it is still to come, otherwise the next review of what was checked; null where neither is ahead.
 *
 * @param today YYYY-MM-DD in London.
 */
export function nextDate(
  entry: { status: RegisterStatus; date: string | null; nextReviewOn: string | null },
  today: string,
): NextDate | null {
  const { status, date, nextReviewOn } = entry
  // Nothing more is to come of what was revoked.
  if (status === 'revoked') return null
  if (date && date >= today) return { what: 'event', on: date }
  if (nextReviewOn && nextReviewOn >= today) return { what: 'review', on: nextReviewOn }
  return null
}

type Row = { status: RegisterStatus; validUntil: string | null; ended: Ended | null; date: string | null }

/**
 * What the answer about an entry is made of.
 *
 * @param today YYYY-MM-DD in London.
 */
export function answerFactsOf({ status, validUntil, ended, date }: Row, today: string): AnswerFacts {
  return { status, validUntil, ended: endOf(status, validUntil, ended), date, isPast: date !== null && date < today }
}

/** An entry that has run out is lapsed from then on, also before the job has recorded it. */
function endOf(status: RegisterStatus, validUntil: string | null, ended: Ended | null): Ended | null {
  if (ended) return { ...ended, at: new Date(ended.at).toISOString() }
  return status === 'lapsed' && validUntil !== null ? { at: validUntil, isForDocuments: false } : null
}

/** Until when that answer holds without a change of the entry: until its validity runs out. Null where nothing does. */
export function answerHoldsUntil({ status, validUntil }: AnswerFacts): string | null {
  return status === 'active' || status === 'listed' || status === 'refused' ? validUntil : null
}
