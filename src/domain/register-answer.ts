import { type Level, levelWords } from './assurance.ts'
import { londonClockOf, londonDateOf } from './london-time.ts'
import type { RegisterStatus } from './register-status.ts'

export type AnswerFacts = Level & {
  status: RegisterStatus
  validUntil: string | null
  /** How it became refused, lapsed, suspended or revoked; null for other statuses and where it was not recorded. */
  ended: StatusEnd | null
  date: string | null
  isPast: boolean
}

export type StatusEnd = {
  at: string
  /** A document that it needs has expired; otherwise the authority decided it. */
  isForDocuments: boolean
}

/** The cause in an entry's history; a document does not lift suspensions of other causes. */
export const evidenceCause = 'evidence'

const answers = {
  active: 'Accredited',
  listed: 'Listed, not accredited',
  refused: 'Not accredited',
  lapsed: 'Lapsed',
  suspended: 'Suspended',
  revoked: 'Revoked',
} as const satisfies Record<RegisterStatus, string>

/** Shorter than `statusWords`: 'Accredited: assessed on 3 May 2026', 'Suspended'. */
export function answerWords({ status, ...level }: Level & { status: RegisterStatus }): string {
  return status === 'active' ? `${answers.active}: ${levelWords(level)}` : answers[status]
}

/** The same answer everywhere: 'Currently accredited: declared, no documents checked. Valid until 22 November 2027.' */
export function registerAnswer(facts: AnswerFacts): string {
  const { date, isPast } = facts
  const over = date && isPast ? ` The event is over: its date was ${londonDateOf(date)}.` : ''
  return statusSentences(facts) + over
}

function statusSentences({ status, validUntil, ended, ...level }: AnswerFacts): string {
  const since = ended ? ` on ${londonDateOf(ended.at)}` : ''
  const cause = ended?.isForDocuments
    ? 'because a document that it needs has expired'
    : 'by a decision of the authority'
  switch (status) {
    case 'active':
      return `Currently accredited: ${levelWords(level)}. ${validUntil ? `Valid until ${londonDateOf(validUntil)}.` : 'It has no end date.'}`
    case 'listed':
      return 'Listed, and not accredited: its assessment is under way.'
    case 'refused':
      return `Assessed${since}, and not accredited.`
    case 'lapsed':
      return `Lapsed${since}. Not accredited.`
    case 'suspended':
      return `Suspended${ended ? `${since}, ${cause}` : ''}. Not accredited while the suspension lasts.`
    case 'revoked':
      return `Revoked${since}. Not accredited.`
  }
}

export function lookedUpWords(at: string | null): string {
  return at ? `Register looked up at ${londonClockOf(at)} on ${londonDateOf(at)}.` : 'Register looked up just now.'
}

export type NextDate = { what: 'event' | 'review'; on: string }

export function nextDate(
  entry: { status: RegisterStatus; date: string | null; nextReviewOn: string | null },
  today: string,
): NextDate | null {
  const { status, date, nextReviewOn } = entry
  if (status === 'revoked') return null
  if (date && date >= today) return { what: 'event', on: date }
  if (nextReviewOn && nextReviewOn >= today) return { what: 'review', on: nextReviewOn }
  return null
}

export function answerFactsOf(entry: Omit<AnswerFacts, 'isPast'>, today: string): AnswerFacts {
  const { status, validUntil, ended, date, assurance, assuredOn } = entry
  const isPast = date !== null && date < today
  return { status, assurance, assuredOn, validUntil, ended: endOf(status, validUntil, ended), date, isPast }
}

/** An expired entry is lapsed also before the job has recorded it. */
function endOf(status: RegisterStatus, validUntil: string | null, ended: StatusEnd | null): StatusEnd | null {
  if (ended) return { ...ended, at: new Date(ended.at).toISOString() }
  return status === 'lapsed' && validUntil !== null ? { at: validUntil, isForDocuments: false } : null
}

export function answerHoldsUntil({ status, validUntil }: AnswerFacts): string | null {
  return status === 'active' || status === 'listed' || status === 'refused' ? validUntil : null
}
