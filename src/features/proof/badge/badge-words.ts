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

type BadgeWords = {
  symbol: BadgeSymbol
  isAccredited: boolean
  /** Of what is accredited with its level, which may need two lines. */
  statusText: string
  /** Why it is not accredited; empty where it is. */
  reason: string
  /** Until when or since when; empty when the register does not know. */
  dated: string
  /** For people who cannot see the picture. */
  description: string
}

export function badgeWords(entry: BadgeFacts): BadgeWords {
  if (!entry) {
    return {
      symbol: 'cross',
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
    statusText: answerWords(facts),
    reason: [entry.isDemonstration && 'Demonstration', reason].filter(Boolean).join('. '),
    dated: datedOf(facts),
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

function reasonOf({ status, ended }: AnswerFacts): string {
  switch (status) {
    case 'active':
      return ''
    case 'listed':
      return 'Assessment under way'
    case 'refused':
      return 'After an assessment'
    case 'lapsed':
      return 'Not accredited now'
    case 'suspended':
    case 'revoked':
      if (!ended) return 'Not accredited'
      return ended.isForDocuments ? 'A document has expired' : 'Decided by the authority'
  }
}

function datedOf({ status, validUntil, ended }: AnswerFacts): string {
  if (status === 'active') return validUntil ? `Valid until ${londonDateOf(validUntil)}` : 'No end date'
  return ended ? `Since ${londonDateOf(ended.at)}` : ''
}
