import type { CamelSql } from '#database/camel.ts'
import type { Instant } from '#domain/formats.ts'
import type { Criterion } from '#features/assessments/criteria/criterion.ts'
import type { EvidenceFile } from '#features/assessments/files/schema.ts'
import { type Failure, failure } from '#wire/failure.ts'
import { closedBecause, closedWords, type EvidenceFacts, type EvidenceState } from '../rules.ts'

export type EvidenceRow = EvidenceFacts & {
  id: string
  organisationId: string
  reference: string
  eventDraft: Record<string, unknown>
  assessmentId: string
  /** Null once a document has been sent again. */
  documentsDeletedAt: Instant | null
  email: string
  criteria: Criterion[]
}

/** An application with its latest assessment and what that asks for. */
export const findEvidence = (sql: CamelSql, { applicationId }: { applicationId: string }) => sql<EvidenceRow[]>`
  select a.id, a.organisation_id, o.email, a.reference, a.event_draft, f.status, f.is_withdrawn, f.register_status, s.id as assessment_id, s.status as assessment_status,
    s.outcome, v.criteria,
    exists (select from appeals as p where p.application_id = a.id and p.settled_at is null) as has_open_appeal,
    (
      select max(d.purged_at) filter (where d.purged_by = 'retention') from evidence_files as d
      where d.application_id = a.id having bool_and(d.state not in ('checking', 'ready'))
    ) as documents_deleted_at,
    exists (select from confirmed_addresses as c where c.email = lower(o.email)) as is_address_confirmed
  from applications as a
  join application_facts as f on f.application_id = a.id
  join organisations as o on o.id = a.organisation_id
  join lateral (
    select id, status, outcome, criteria_version from assessments
    where application_id = a.id
    order by opened_at desc, decided_at desc limit 1
  ) as s on true
  join criteria_versions as v on v.version = s.criteria_version
  where a.id = ${applicationId}::uuid`

export const listCriterionStates = (sql: CamelSql, { assessmentId }: { assessmentId: string }) => sql<
  { criterionId: string; state: EvidenceState; stateReason: string; isJudged: boolean }[]
>`
  select criterion_id, state, state_reason, verdict is not null as is_judged
  from assessment_criteria where assessment_id = ${assessmentId}::uuid`

type ShownColumn = 'id' | 'criterionId' | 'name' | 'bytes' | 'scan' | 'reason' | 'uploadedAt' | 'expiresOn'
export type FileRow = Pick<EvidenceFile, ShownColumn> & { state: 'checking' | 'ready' | 'refused'; isAccepted: boolean }

export const listFiles = (sql: CamelSql, { applicationId }: { applicationId: string }) => sql<FileRow[]>`
  select id, criterion_id, name, bytes, state, scan, reason, uploaded_at, expires_on, accepted_at is not null as is_accepted
  from evidence_files
  where application_id = ${applicationId}::uuid and state <> 'purged'
  order by uploaded_at, id`

export async function closedEvidence(sql: CamelSql, applicationId: string): Promise<Failure | null> {
  const [found] = await findEvidence(sql, { applicationId })
  const closed = found && closedBecause(found)
  if (!closed) return null
  const { title, text } = closedWords[closed]
  return failure('conflict', `${title}. ${text}`)
}
