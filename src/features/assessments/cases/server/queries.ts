import type { CamelSql } from '#database/camel.ts'
import { asJson } from '#database/sql.ts'
import type { ApplicationStatus } from '#domain/application-facts.ts'
import type { RestsOn } from '#domain/assurance.ts'
import type { Day, Instant } from '#domain/formats.ts'
import type { EventDraft } from '#features/applications/schema.ts'
import type { Criterion } from '#features/assessments/criteria/criterion.ts'
import type { CriterionFinding } from '../judged-criteria.ts'
import type { CaseStatus, Condition, DecidedBy, Outcome, StepRow } from '../rules.ts'

export type CaseRow = {
  id: string
  applicationId: string
  kind: 'first' | 'renewal' | 'appeal' | 'again'
  criteriaVersion: number
  status: CaseStatus
  outcome: Outcome | null
  score: number | null
  openedAt: Instant
  decidedAt: Instant | null
  decidedBy: DecidedBy | null
  nextReviewOn: Day | null
  assignedTo: string | null
  assignedName: string | null
  answerUntil: Instant | null
  answeredAt: Instant | null
  criteria: Criterion[]
  reference: string
  eventDraft: EventDraft
  applicationStatus: ApplicationStatus
  isWithdrawn: boolean
  organisationId: string
  email: string
  contactName: string
}

/** Everything that changes a case takes this lock before any other. */
export const lockApplicationOf = (sql: CamelSql, { id }: { id: string }) => sql<{ id: string }[]>`
  select id from applications where id = (select application_id from assessments where id = ${id}::uuid) for update`

export const findCase = (sql: CamelSql, { id }: { id: string }) => sql<CaseRow[]>`
  select c.id, c.application_id, c.kind, c.criteria_version, c.status, c.outcome, c.score, c.opened_at, c.decided_at, c.decided_by,
    c.next_review_on, c.assigned_to, p.name as assigned_name, c.answer_until, c.answered_at, v.criteria,
    a.reference, a.event_draft, a.status as application_status, a.withdrawn_at is not null as is_withdrawn, a.organisation_id, o.email, o.contact_name
  from assessments as c
  join criteria_versions as v on v.version = c.criteria_version
  join applications as a on a.id = c.application_id
  join organisations as o on o.id = a.organisation_id
  left join people as p on p.id = c.assigned_to
  where c.id = ${id}::uuid`

export const listFindings = (sql: CamelSql, { id }: { id: string }) => sql<CriterionFinding[]>`
  select c.criterion_id, c.state, c.state_reason, c.state_at, c.told_at, c.verdict, c.score, c.reason, c.note, c.judged_by_name,
    c.judged_at, c.revision, c.basis, c.basis_on, c.basis_text, e.criterion_id is not null as has_document, e.last_day as document_until
  from assessment_criteria as c
  join assessments as a on a.id = c.assessment_id
  left join accepted_evidence as e on e.application_id = a.application_id and e.criterion_id = c.criterion_id
  where c.assessment_id = ${id}::uuid`

export const findEntryOf = (sql: CamelSql, { applicationId }: { applicationId: string }) => sql<
  { id: string; validUntil: Instant | null }[]
>`
  select id, valid_until from register_entries where application_id = ${applicationId}::uuid`

export const listSteps = (sql: CamelSql, { id }: { id: string }) => sql<StepRow[]>`
  select id, step, by_id, by_name, outcome, reason, is_safety, conditions, about, taken_at
  from assessment_steps where assessment_id = ${id}::uuid order by id`

type NewStep = Omit<StepRow, 'id' | 'takenAt' | 'conditions'> & { conditions: readonly Condition[] }

export const addStep = (sql: CamelSql, id: string, step: NewStep, now: Instant) => sql<{ id: number }[]>`
  insert into assessment_steps (assessment_id, step, by_id, by_name, outcome, reason, is_safety, conditions, about, taken_at)
  values (${id}::uuid, ${step.step}::text, ${step.byId}::text, ${step.byName}::text, ${step.outcome}::text,
    ${step.reason}::text, ${step.isSafety}::boolean, ${asJson(step.conditions)}::jsonb, ${step.about}::bigint,
    ${now}::timestamptz)
  returning id`

/** An answer belongs to one notice, so it is cleared. */
export const setStatus = (
  sql: CamelSql,
  id: string,
  status: 'open' | 'proposed' | 'panel' | 'notice',
  answerUntil: Instant | null = null,
) => sql`
  update assessments set status = ${status}::text, answer_until = ${answerUntil}::timestamptz, answered_at = null
  where id = ${id}::uuid`

export const setAssigned = (sql: CamelSql, { id, personId }: { id: string; personId: string | null }) => sql`
  update assessments set assigned_to = ${personId}::text where id = ${id}::uuid`

type NewVerdict = RestsOn &
  Pick<CriterionFinding, 'criterionId' | 'verdict' | 'score' | 'reason' | 'note' | 'revision'> & { id: string }

/** No row where somebody else has changed it since `revision`: one's own changes from another page are no conflict. */
export const saveVerdict = (
  sql: CamelSql,
  input: NewVerdict,
  { admin: { id: personId, name }, now }: { admin: { id: string; name: string }; now: Instant },
) => sql<{ revision: number }[]>`
  insert into assessment_criteria as c (assessment_id, criterion_id, verdict, score, reason, note, judged_by, judged_by_name,
    judged_at, basis, basis_on, basis_text, revision)
  select ${input.id}::uuid, ${input.criterionId}::text, ${input.verdict}::text, ${input.score}::smallint, ${input.reason}::text,
    ${input.note}::text, ${personId}::text, ${name}::text, ${now}::timestamptz,
    ${input.basis}::text, ${input.basisOn}::date, ${input.basisText}::text, 1
  where ${input.revision}::integer = 0 or exists (
    select from assessment_criteria where assessment_id = ${input.id}::uuid and criterion_id = ${input.criterionId}::text
  )
  on conflict (assessment_id, criterion_id) do update
  set verdict = excluded.verdict, score = excluded.score, reason = excluded.reason, note = excluded.note,
    judged_by = excluded.judged_by, judged_by_name = excluded.judged_by_name, judged_at = excluded.judged_at, basis = excluded.basis, basis_on = excluded.basis_on, basis_text = excluded.basis_text,
    revision = c.revision + 1
  where c.revision = ${input.revision}::integer
    or c.judged_by = ${personId}::text and ${input.revision}::integer between c.judged_since - 1 and c.revision
  returning revision`

/** Records that the applicant is asked for more. @returns the criteria of which they did not know yet. */
export const setEvidenceAsked = (sql: CamelSql, { id, now }: { id: string; now: Instant }) => sql<
  { criterionId: string }[]
>`
  update assessment_criteria set told_at = ${now}::timestamptz
  where assessment_id = ${id}::uuid and state = 'more-needed' and told_at is null
  returning criterion_id`
