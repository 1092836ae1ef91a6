import { checkedWords } from '#domain/assurance.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { type AnswerFacts, answerWords, registerAnswer } from '#domain/register-answer.ts'
import { isAccredited } from '#domain/register-status.ts'

export type BadgeFacts = {
  number: string
  title: string
  facts: AnswerFacts
  isDemonstration: boolean
} | null

/** So that a badge's colour is never alone. */
export type BadgeSymbol = 'tick' | 'clock' | 'pause' | 'cross'

export function badgeWords(entry: BadgeFacts) {
  if (!entry) {
    return {
      symbol: 'cross' as const,
      isAccredited: false,
      statusText: 'Not in the register',
      reason: 'This number is unknown',
      dated: '',
      description: 'The register has no entry with this number. It is not accredited.',
    }
  }
  const { facts } = entry
  const isActive = isAccredited(facts.status)
  const { symbol, reason } = statuses[facts.status]
  const description = isActive ? registerAnswer(facts) : `${registerAnswer(facts)} ${checkedWords(facts)}.`
  return {
    symbol,
    isAccredited: isActive,
    /** Of what is accredited with its level, which may need two lines. */
    statusText: answerWords(facts),
    /** Why it is not accredited; empty where it is. */
    reason: [entry.isDemonstration && 'Demonstration', reason ?? reasonOf(facts)].filter(Boolean).join('. '),
    /** Until when or since when; empty when the register does not know. */
    dated: datedOf(facts),
    /** For people who cannot see the picture. */
    description: entry.isDemonstration ? `This entry is an invented example. ${description}` : description,
  }
}

/** `reason`: null where it depends on how the status came about. */
const statuses: Record<AnswerFacts['status'], { symbol: BadgeSymbol; reason: string | null }> = {
  active: { symbol: 'tick', reason: '' },
  listed: { symbol: 'clock', reason: 'Assessment under way' },
  refused: { symbol: 'cross', reason: 'After an assessment' },
  lapsed: { symbol: 'clock', reason: 'Not accredited now' },
  suspended: { symbol: 'pause', reason: null },
  revoked: { symbol: 'cross', reason: null },
}

function reasonOf({ ended }: AnswerFacts): string {
  if (!ended) return 'Not accredited'
  return ended.isForDocuments ? 'A document has expired' : 'Decided by the authority'
}

function datedOf({ status, validUntil, ended }: AnswerFacts): string {
  if (status === 'active') return validUntil ? `Valid until ${londonDateOf(validUntil)}` : 'No end date'
  return ended ? `Since ${londonDateOf(ended.at)}` : ''
}
