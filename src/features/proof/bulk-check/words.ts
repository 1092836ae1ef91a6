import { londonDateOf } from '#domain/london-time.ts'
import { answerWords } from '#domain/register-answer.ts'
import { isAccredited } from '#domain/register-status.ts'
import type { BulkResult, FoundEntry } from './rules.ts'

/** 'Accredited: assessed on 3 May 2026, until 3 May 2027', 'Lapsed', 'Not found'. @param entry one of several, or the one that was found. */
export function answerOf({ kind }: Pick<BulkResult, 'kind'>, entry: FoundEntry | undefined): string {
  if (!entry) return kind === 'elsewhere' ? 'A link to another site' : 'Not found'
  const until = isAccredited(entry.status) && entry.validUntil ? `, until ${londonDateOf(entry.validUntil)}` : ''
  const answer = answerWords(entry) + until
  return kind === 'several' ? `Possible match: ${answer}` : answer
}
