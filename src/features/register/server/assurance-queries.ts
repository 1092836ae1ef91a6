import type { SqlRunner } from '#database/sql.ts'
import type { Assurance, CheckResult, RestsOn } from '#domain/assurance.ts'
import type { Day } from '#domain/formats.ts'
import { evidenceCause } from '#domain/register-answer.ts'
import type { RegisterStatus } from '#domain/register-status.ts'

export type Check = RestsOn & {
  criterionId: string
  name: string
  result: CheckResult
  /** A role such as 'Assessor', never a name. */
  checkedBy: string
  checkedOn: Day
}

export type AssuredEntry = Omit<AssuredRow, 'checks'> & {
  applicationId: string | null
  status: RegisterStatus
  isRefused: boolean
  score: number | null
}

/** Locked until the transaction ends. */
export const lockAssurance = (sql: SqlRunner, { entryId }: { entryId: string }) => sql<AssuredEntry[]>`
  select application_id as "applicationId", status, assurance, ${isRefused(sql)} as "isRefused", assured_on as "assuredOn",
    next_review_on as "nextReviewOn", score
  from register_entries as e where id = ${entryId}::uuid for update`

/** Of the entry `e`: its latest assessment ended in a refusal. */
export const isRefused = (sql: SqlRunner) => sql`
  exists (select from application_facts as f where f.application_id = e.application_id and f.assessment = 'refused')`

/** Of the entry `e`, as part of a statement. */
export const checksOf = (sql: SqlRunner) => sql`
  (select coalesce(json_agg(json_build_object('criterionId', criterion_id, 'name', name, 'result', result, 'checkedBy', checked_by,
      'checkedOn', checked_on, 'basis', basis, 'basisOn', basis_on, 'basisText', basis_text) order by position), '[]')
   from register_checks as c where c.entry_id = e.id)`

/** No review is to come of what has ended, or will have ended by then. */
export const nextReviewOf = (sql: SqlRunner) => sql`
  case when register_status(status, valid_until) not in ('lapsed', 'revoked')
    and (next_review_on > (valid_until at time zone 'Europe/London')::date) is not true then next_review_on end`

/** Of the entry `e`, as part of a statement; null for other statuses, and when nobody recorded it. */
export const endedOf = (sql: SqlRunner) => sql`
  (select json_build_object('at', happened_at, 'isForDocuments', cause = ${evidenceCause}::text) from register_history as h
   where h.entry_id = e.id and h.to_status = register_status(e.status, e.valid_until) and h.change in ('lapsed', 'suspended', 'revoked', 'refused')
   order by h.id desc limit 1)`

type AssuredRow = { assurance: Assurance; assuredOn: Day | null; nextReviewOn: Day | null; checks: Check[] }

/** How far an entry was checked, as the public reads it. */
export function assuredOf({ assurance, assuredOn, nextReviewOn, checks }: AssuredRow) {
  return { assurance, assuredOn, nextReviewOn, checks: checks.map(({ criterionId: _, ...check }) => check) }
}
