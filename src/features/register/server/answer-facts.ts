import type { SqlRunner } from '../../../database/sql.ts'
import type { AnswerFacts, Ended } from '../../../domain/register-answer.ts'
import type { RegisterStatus } from '../../../domain/register-status.ts'

/** What the history of an entry names as the cause; a suspension of another cause is not lifted by a document. */
export const evidenceCause = 'evidence'

/** How the entry `e` came to be refused, lapsed, suspended or revoked, as part of a statement: null for other statuses, and where nobody recorded it. */
export const endedOf = (sql: SqlRunner) => sql`
  (select json_build_object('at', happened_at, 'isForDocuments', cause = ${evidenceCause}::text) from register_history as h
   where h.entry_id = e.id and h.to_status = register_status(e.status, e.valid_until) and h.change in ('lapsed', 'suspended', 'revoked', 'refused')
   order by h.id desc limit 1)`

type Row = { status: RegisterStatus; valid_until: string | null; ended: Ended | null; date: string | null }

/**
 * What the answer about an entry is made of.
 *
 * @param today YYYY-MM-DD in London.
 */
export function answerFactsOf({ status, valid_until: validUntil, ended, date }: Row, today: string): AnswerFacts {
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
