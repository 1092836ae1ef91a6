import type { SqlRunner } from '#database/sql.ts'
import type { ApplicationStatus } from '#domain/application-facts.ts'
import type { EventDraft } from '#features/applications/schema.ts'
import type { Criterion } from '#features/assessments/criteria/criterion.ts'
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
  /** What was decided on its application, and whether its applicant has withdrawn it. */
  application_status: ApplicationStatus
  is_withdrawn: boolean
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
    a.reference, a.event_draft, a.status as application_status, a.withdrawn_at is not null as is_withdrawn, a.organisation_id, o.email, o.contact_name
  from assessments as c
  join criteria_versions as v on v.version = c.criteria_version
  join applications as a on a.id = c.application_id
  join organisations as o on o.id = a.organisation_id
  left join people as p on p.id = c.assigned_to
  where c.id = ${id}::uuid`

/** What is known of the criteria of an assessment. */
export const listFindings = (sql: SqlRunner, { id }: { id: string }) => sql<CriterionFinding[]>`
  select c.criterion_id, c.state, c.state_reason, c.state_at, c.told_at, c.verdict, c.score, c.reason, c.note, c.judged_by_name,
    c.judged_at, c.revision, c.basis, c.basis_on, c.basis_text, e.criterion_id is not null as has_document, e.last_day as document_until
  from assessment_criteria as c
  join assessments as a on a.id = c.assessment_id
  left join accepted_evidence as e on e.application_id = a.application_id and e.criterion_id = c.criterion_id
  where c.assessment_id = ${id}::uuid`

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
