import type { SqlRunner } from '../../../../database/sql.ts'
import type { EventDraft } from '../../../applications/schema.ts'
import type { Criterion } from '../../criteria/criterion.ts'
import type { CriterionFinding } from '../judged-criteria.ts'
import type { CaseStatus, DecidedBy, Outcome } from '../rules.ts'

/** An assessment with what it asks for. Times are ISO 8601 in UTC, days `YYYY-MM-DD`. */
export type CaseRow = {
  id: string
  application_id: string
  kind: 'first' | 'renewal' | 'appeal' | 'again'
  criteria_version: number
  status: CaseStatus
  outcome: Outcome | null
  score: number | null
  opened_at: string
  decided_at: string | null
  decided_by: DecidedBy | null
  next_review_on: string | null
  assigned_to: string | null
  assigned_name: string | null
  answer_until: string | null
  answered_at: string | null
  criteria: Criterion[]
  reference: string
  event_draft: EventDraft
  organisation_id: string
  email: string
  contact_name: string
}

/** The application of an assessment, locked until the transaction ends. Everything that changes a case takes this lock before any other. */
export const lockApplicationOf = (sql: SqlRunner, { id }: { id: string }) => sql<{ id: string }[]>`
  select id from applications where id = (select application_id from assessments where id = ${id}::uuid) for update`

export const lockApplication = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<{ id: string }[]>`
  select id from applications where id = ${applicationId}::uuid for update`

export const findCase = (sql: SqlRunner, { id }: { id: string }) => sql<CaseRow[]>`
  select c.id, c.application_id, c.kind, c.criteria_version, c.status, c.outcome, c.score, c.opened_at, c.decided_at, c.decided_by,
    c.next_review_on, c.assigned_to, p.name as assigned_name, c.answer_until, c.answered_at, v.criteria,
    a.reference, a.event_draft, a.organisation_id, o.email, o.contact_name
  from assessments as c
  join criteria_versions as v on v.version = c.criteria_version
  join applications as a on a.id = c.application_id
  join organisations as o on o.id = a.organisation_id
  left join people as p on p.id = c.assigned_to
  where c.id = ${id}::uuid`

/** What is known of the criteria of an assessment. */
export const listFindings = (sql: SqlRunner, { id }: { id: string }) => sql<CriterionFinding[]>`
  select criterion_id, state, state_reason, state_at, told_at, verdict, score, reason, note, judged_by_name, judged_at, revision
  from assessment_criteria where assessment_id = ${id}::uuid`

/** The assessments of an application, the latest first. */
export const listCasesOf = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<
  { id: string; kind: CaseRow['kind']; status: CaseStatus; outcome: Outcome | null }[]
>`
  select id, kind, status, outcome from assessments where application_id = ${applicationId}::uuid order by opened_at desc, id`

/** The register entry of an application, with its last day. */
export const findEntryOf = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<
  { id: string; valid_until: string | null }[]
>`
  select id, valid_until from register_entries where application_id = ${applicationId}::uuid`
