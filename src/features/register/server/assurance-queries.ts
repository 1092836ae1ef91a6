import { asJson, type SqlRunner } from '#database/sql.ts'
import type { Assurance, CheckResult, RestsOn } from '#domain/assurance.ts'
import type { Day, Instant } from '#domain/formats.ts'
import type { RegisterStatus } from '#domain/register-status.ts'

export type Check = RestsOn & {
  criterionId: string
  name: string
  result: CheckResult
  /** A role such as 'Assessor', never a name. */
  checkedBy: string
  checkedOn: Day
}

export type AssuredEntry = {
  applicationId: string | null
  status: RegisterStatus
  assurance: Assurance
  isRefused: boolean
  assuredOn: Day | null
  nextReviewOn: Day | null
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

/** Paid entries whose status does not follow from ACCREDIT_AFTER or a refusal. What the authority entered itself is accredited. */
export const listUnaligned = (
  sql: SqlRunner,
  { enough, takesBack }: { enough: Assurance[]; takesBack: boolean },
) => sql<{ id: string }[]>`
  select id from register_entries as e
  where status = 'listed' and assurance = any(${enough}::text[])
    or status in ('active', 'listed') and ${isRefused(sql)}
    ${takesBack ? sql`or status = 'active' and application_id is not null and assurance <> all(${enough}::text[])` : sql``}
  order by id`

export const listChecks = (sql: SqlRunner, { entryId }: { entryId: string }) => sql<Check[]>`
  select criterion_id as "criterionId", name, result, checked_by as "checkedBy", checked_on as "checkedOn", basis,
    basis_on as "basisOn", basis_text as "basisText"
  from register_checks where entry_id = ${entryId}::uuid order by position`

export type AccreditedEntry = {
  number: string
  slug: string
  title: string
  contactName: string | null
  email: string | null
}

export const setAccreditation = (
  sql: SqlRunner,
  { entryId, status, reason, at }: { entryId: string; status: RegisterStatus; reason: string | null; at: string },
) => sql<AccreditedEntry[]>`
  update register_entries as e
  set status = ${status}::text, status_reason = ${reason}::text, updated_at = ${at}::timestamptz,
    valid_from = case when ${status}::text = 'active' then ${at}::timestamptz else e.valid_from end
  from register_entries as same left join organisations as o on o.id = same.organisation_id
  where e.id = ${entryId}::uuid and same.id = e.id
  returning e.number, e.slug, e.title, o.contact_name as "contactName", o.email`

/** Of the entry `e`, as part of a statement. */
export const checksOf = (sql: SqlRunner) => sql`
  (select coalesce(json_agg(json_build_object('criterionId', criterion_id, 'name', name, 'result', result, 'checkedBy', checked_by,
      'checkedOn', checked_on, 'basis', basis, 'basisOn', basis_on, 'basisText', basis_text) order by position), '[]')
   from register_checks as c where c.entry_id = e.id)`

/** No review is to come of what has ended, or will have ended by then. */
export const nextReviewOf = (sql: SqlRunner) => sql`
  case when register_status(status, valid_until) not in ('lapsed', 'revoked')
    and (next_review_on > (valid_until at time zone 'Europe/London')::date) is not true then next_review_on end`

export const saveAssurance = (
  sql: SqlRunner,
  input: {
    entryId: string
    assurance: Assurance
    assuredOn: Day | null
    nextReviewOn: Day | null
    score: number | null
    at: Instant
  },
) => sql<Record<string, never>[]>`
  update register_entries
  set assurance = ${input.assurance}::text, assured_on = ${input.assuredOn}::date, next_review_on = ${input.nextReviewOn}::date,
    score = ${input.score}::smallint, updated_at = ${input.at}::timestamptz
  where id = ${input.entryId}::uuid`

export const dropChecks = (sql: SqlRunner, { entryId }: { entryId: string }) => sql<Record<string, never>[]>`
  delete from register_checks where entry_id = ${entryId}::uuid`

export const addChecks = (sql: SqlRunner, { entryId, checks }: { entryId: string; checks: Check[] }) => sql<
  Record<string, never>[]
>`
  insert into register_checks (entry_id, position, criterion_id, name, result, checked_by, checked_on, basis, basis_on, basis_text)
  select ${entryId}::uuid, position, "criterionId", name, result, "checkedBy", "checkedOn", basis, "basisOn", "basisText"
  from rows from (jsonb_to_recordset(${asJson(checks)}::jsonb)
    as ("criterionId" text, name text, result text, "checkedBy" text, "checkedOn" date, basis text, "basisOn" date, "basisText" text))
    with ordinality
    as g ("criterionId", name, result, "checkedBy", "checkedOn", basis, "basisOn", "basisText", position)
  order by position`
