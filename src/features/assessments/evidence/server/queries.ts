import type { SqlRunner } from '#database/sql.ts'
import type { ApplicationStatus } from '#domain/application-facts.ts'
import type { RegisterStatus } from '#domain/register-status.ts'
import type { Criterion } from '#features/assessments/criteria/criterion.ts'
import type { EvidenceState, RoomFacts } from '../rules.ts'
import type { RoomFile } from '../state.ts'

export type RoomRow = {
  id: string
  organisation_id: string
  reference: string
  event_draft: Record<string, unknown>
  status: ApplicationStatus
  is_withdrawn: boolean
  register_status: RegisterStatus | null
  assessment_id: string
  assessment_status: RoomFacts['assessmentStatus']
  outcome: RoomFacts['outcome']
  has_open_appeal: boolean
  /** When the time of keeping its documents was over, and none has come since. */
  documents_deleted_at: string | null
  email: string
  is_address_confirmed: boolean
  criteria: Criterion[]
}

/** An application with its latest assessment and what that asks for. */
export const findRoom = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<RoomRow[]>`
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

/** What is known of the criteria of an assessment. */
export const listCriterionStates = (sql: SqlRunner, { assessmentId }: { assessmentId: string }) => sql<
  { criterion_id: string; state: EvidenceState; state_reason: string; is_judged: boolean }[]
>`
  select criterion_id, state, state_reason, verdict is not null as is_judged
  from assessment_criteria where assessment_id = ${assessmentId}::uuid`

export type FileRow = {
  id: string
  criterion_id: string
  name: string
  bytes: number
  state: RoomFile['state']
  scan: RoomFile['scan']
  reason: string
  uploaded_at: string
  expires_on: string | null
  is_accepted: boolean
}

/** The documents of an application that are not purged, the latest last. */
export const listRoomFiles = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<FileRow[]>`
  select id, criterion_id, name, bytes, state, scan, reason, uploaded_at, expires_on, accepted_at is not null as is_accepted
  from evidence_files
  where application_id = ${applicationId}::uuid and state <> 'purged'
  order by uploaded_at, id`

/** No row where no assessment is open, or documents for the criterion wait to be looked at or are accepted. */
export const setNotApplicable = (
  sql: SqlRunner,
  input: { applicationId: string; criterionId: string; reason: string },
) => sql<{ criterion_id: string }[]>`
  insert into assessment_criteria as c (assessment_id, criterion_id, state, state_reason)
  select id, ${input.criterionId}::text, 'not-applicable', ${input.reason}::text
  from assessments where application_id = ${input.applicationId}::uuid and status in ('open', 'notice')
  on conflict (assessment_id, criterion_id) do update
  set state = 'not-applicable', state_reason = excluded.state_reason, state_at = now()
  where c.state in ('wanted', 'more-needed')
  returning criterion_id`

/** Takes back what its organiser has said; no row once it was judged. */
export const setWantedAgain = (
  sql: SqlRunner,
  { applicationId, criterionId }: { applicationId: string; criterionId: string },
) => sql<{ criterion_id: string }[]>`
  update assessment_criteria as c
  set state = 'wanted', state_reason = '', state_at = now()
  from assessments as a
  where a.id = c.assessment_id and a.application_id = ${applicationId}::uuid and a.status in ('open', 'notice')
    and c.criterion_id = ${criterionId}::text and c.state = 'not-applicable' and c.verdict is null
  returning c.criterion_id`

type OpenCondition = { id: string; text: string; due_on: string }

/** The conditions of the last decision that are not met yet, the most urgent first. */
export const listOpenConditions = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<
  OpenCondition[]
>`
  select n.id, n.text, n.due_on
  from assessment_conditions as n
  where n.met_at is null and n.assessment_id = (
    select id from assessments where application_id = ${applicationId}::uuid and status = 'decided'
    order by decided_at desc limit 1
  )
  order by n.due_on, n.id`
