import { asJson, type SqlRunner } from '#database/sql.ts'
import type { RestsOn } from '#domain/assurance.ts'
import type { EvidenceState } from '#features/assessments/evidence/rules.ts'
import type { Verdict } from '../judged-criteria.ts'

type VerdictInput = RestsOn & { verdict: Verdict | null; score: number | null; reason: string; note: string }

/** What the assessor finds. No row where somebody else has changed it since `revision`; what one has written oneself is no conflict. */
export const saveVerdict = (
  sql: SqlRunner,
  input: VerdictInput & {
    id: string
    criterionId: string
    revision: number
    personId: string
    personName: string
    now: string
  },
) => sql<{ revision: number }[]>`
  insert into assessment_criteria as c (assessment_id, criterion_id, verdict, score, reason, note, judged_by, judged_by_name,
    judged_at, basis, basis_on, basis_text, revision)
  select ${input.id}::uuid, ${input.criterionId}::text, ${input.verdict}::text, ${input.score}::smallint, ${input.reason}::text,
    ${input.note}::text, ${input.personId}::text, ${input.personName}::text, ${input.now}::timestamptz,
    ${input.basis}::text, ${input.basisOn}::date, ${input.basisText}::text, 1
  where ${input.revision}::integer = 0 or exists (
    select from assessment_criteria where assessment_id = ${input.id}::uuid and criterion_id = ${input.criterionId}::text
  )
  on conflict (assessment_id, criterion_id) do update
  set verdict = excluded.verdict, score = excluded.score, reason = excluded.reason, note = excluded.note,
    judged_by = excluded.judged_by, judged_by_name = excluded.judged_by_name, judged_at = excluded.judged_at, basis = excluded.basis, basis_on = excluded.basis_on, basis_text = excluded.basis_text,
    revision = c.revision + 1
  where c.revision = ${input.revision}::integer
    or c.judged_by = ${input.personId}::text and ${input.revision}::integer between c.judged_since - 1 and c.revision
  returning revision`

/** Where the evidence of a criterion is. No row where it is elsewhere than whoever changes it has seen. */
export const setEvidenceState = (
  sql: SqlRunner,
  input: { id: string; criterionId: string; state: EvidenceState; reason: string; seen: EvidenceState; now: string },
) => sql<{ criterion_id: string }[]>`
  insert into assessment_criteria as c (assessment_id, criterion_id, state, state_reason, state_at)
  select ${input.id}::uuid, ${input.criterionId}::text, ${input.state}::text, ${input.reason}::text, ${input.now}::timestamptz
  where ${input.seen}::text = 'wanted' or exists (
    select from assessment_criteria where assessment_id = ${input.id}::uuid and criterion_id = ${input.criterionId}::text
  )
  on conflict (assessment_id, criterion_id) do update
  set state = excluded.state, state_reason = excluded.state_reason, state_at = excluded.state_at, told_at = null
  where c.state = ${input.seen}::text
  returning criterion_id`

/** The criteria for which more is needed and of which the applicant has not been told are told now. */
export const noteTold = (sql: SqlRunner, { id, now }: { id: string; now: string }) => sql<{ criterion_id: string }[]>`
  update assessment_criteria set told_at = ${now}::timestamptz
  where assessment_id = ${id}::uuid and state = 'more-needed' and told_at is null
  returning criterion_id`

/** Writes down at the decision that results rest on accepted documents. @param input.results criteria, each with the last day of its document. */
export const noteDocuments = (
  sql: SqlRunner,
  { id, results }: { id: string; results: { criterionId: string; until: string | null }[] },
) => sql<Record<string, never>[]>`
  update assessment_criteria as c set basis = 'document', basis_on = r.until, basis_text = ''
  from jsonb_to_recordset(${asJson(results)}::jsonb) as r ("criterionId" text, until date)
  where c.assessment_id = ${id}::uuid and c.criterion_id = r."criterionId"`
