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
  const reason = reasonOf(facts)
  const description = isActive ? registerAnswer(facts) : `${registerAnswer(facts)} ${checkedWords(facts)}.`
  return {
    symbol: symbols[facts.status],
    isAccredited: isActive,
    /** Of what is accredited with its level, which may need two lines. */
    statusText: answerWords(facts),
    /** Why it is not accredited; empty where it is. */
    reason: [entry.isDemonstration && 'Demonstration', reason].filter(Boolean).join('. '),
    /** Until when or since when; empty when the register does not know. */
    dated: datedOf(facts),
    /** For people who cannot see the picture. */
    description: entry.isDemonstration ? `This entry is an invented example. ${description}` : description,
  }
}

const symbols = {
  active: 'tick',
  listed: 'clock',
  refused: 'cross',
  lapsed: 'clock',
  suspended: 'pause',
  revoked: 'cross',
} as const satisfies Record<AnswerFacts['status'], BadgeSymbol>

const reasons = {
  active: '',
  listed: 'Assessment under way',
  refused: 'After an assessment',
  lapsed: 'Not accredited now',
}

function reasonOf({ status, ended }: AnswerFacts): string {
  if (status !== 'suspended' && status !== 'revoked') return reasons[status]
  if (!ended) return 'Not accredited'
  return ended.isForDocuments ? 'A document has expired' : 'Decided by the authority'
}

function datedOf({ status, validUntil, ended }: AnswerFacts): string {
  if (status === 'active') return validUntil ? `Valid until ${londonDateOf(validUntil)}` : 'No end date'
  return ended ? `Since ${londonDateOf(ended.at)}` : ''
}
