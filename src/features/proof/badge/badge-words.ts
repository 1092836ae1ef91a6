import { type Assurance, assuranceLevels } from '#domain/assurance.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { type AnswerFacts, answerWords, registerAnswer } from '#domain/register-answer.ts'
import { isAccredited } from '#domain/register-status.ts'

export type BadgeFacts = {
  number: string
  title: string
  facts: AnswerFacts
  assurance: Assurance
  isDemonstration: boolean
} | null

/** So that a badge's colour is never alone. */
export type BadgeSymbol = 'tick' | 'clock' | 'pause' | 'cross'

type BadgeWords = {
  symbol: BadgeSymbol
  isAccredited: boolean
  statusText: string
  /** How far it was checked, or why it is not accredited. */
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
  const { facts, assurance } = entry
  const { label } = assuranceLevels[assurance]
  const reason = reasonOf(facts, label)
  const description = `${registerAnswer(facts)} How far it was checked: ${label}.`
  return {
    symbol: symbols[facts.status],
    isAccredited: isAccredited(facts.status),
    statusText: answerWords[facts.status],
    reason: entry.isDemonstration ? `Demonstration. ${reason}` : reason,
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

function reasonOf({ status, ended }: AnswerFacts, assurance: string): string {
  switch (status) {
    case 'active':
      return assurance
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
