import { asJson, type SqlRunner } from '../../../database/sql.ts'
import type { Assurance } from '../../../domain/assurance.ts'
import type { RegisterStatus } from '../../../domain/register-status.ts'

/** A criterion's result that is public, as the entry's page shows it. */
export type Check = {
  criterionId: string
  name: string
  result: 'accepted' | 'met' | 'met-with-condition' | 'not-met' | 'not-applicable'
  /** The role of whoever found it, such as 'Assessor'; never a name. */
  checkedBy: string
  /** YYYY-MM-DD in London. */
  checkedOn: string
}

export type AssuredEntry = {
  status: RegisterStatus
  assurance: Assurance
  assured_on: string | null
  next_review_on: string | null
  score: number | null
}

/** How far an entry was checked, locked until the transaction ends. */
export const lockAssurance = (sql: SqlRunner, { entryId }: { entryId: string }) => sql<AssuredEntry[]>`
  select status, assurance, assured_on, next_review_on, score from register_entries where id = ${entryId}::uuid for update`

/** The public results of an entry, in their order. */
export const listChecks = (sql: SqlRunner, { entryId }: { entryId: string }) => sql<Check[]>`
  select criterion_id as "criterionId", name, result, checked_by as "checkedBy", checked_on as "checkedOn"
  from register_checks where entry_id = ${entryId}::uuid order by position`

export const saveAssurance = (
  sql: SqlRunner,
  input: {
    entryId: string
    assurance: Assurance
    assuredOn: string | null
    nextReviewOn: string | null
    score: number | null
    at: string
  },
) => sql<Record<string, never>[]>`
  update register_entries
  set assurance = ${input.assurance}::text, assured_on = ${input.assuredOn}::date, next_review_on = ${input.nextReviewOn}::date,
    score = ${input.score}::smallint, updated_at = ${input.at}::timestamptz
  where id = ${input.entryId}::uuid`

/** Puts an entry's public results in the place of those that it had. */
export const replaceChecks = (sql: SqlRunner, { entryId, checks }: { entryId: string; checks: Check[] }) => sql<
  Record<string, never>[]
>`
  with given as (
    select "criterionId", name, result, "checkedBy", "checkedOn", position
    from rows from (jsonb_to_recordset(${asJson(checks)}::jsonb)
      as ("criterionId" text, name text, result text, "checkedBy" text, "checkedOn" date)) with ordinality
      as g ("criterionId", name, result, "checkedBy", "checkedOn", position)
  ), gone as (
    delete from register_checks where entry_id = ${entryId}::uuid and position > ${checks.length}::int
  )
  insert into register_checks (entry_id, position, criterion_id, name, result, checked_by, checked_on)
  select ${entryId}::uuid, position, "criterionId", name, result, "checkedBy", "checkedOn" from given order by position
  on conflict (entry_id, position) do update set criterion_id = excluded.criterion_id, name = excluded.name,
    result = excluded.result, checked_by = excluded.checked_by, checked_on = excluded.checked_on`
