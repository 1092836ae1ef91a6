import { type CamelSql, camel } from '#database/camel.ts'
import type { SqlRunner } from '#database/sql.ts'
import type { PossibleLevel } from '#domain/assurance.ts'
import type { Day, Instant } from '#domain/formats.ts'
import type { RegisterStatus } from '#domain/register-status.ts'
import { type Criterion, criteriaFor } from '#features/assessments/criteria/criterion.ts'
import type { EvidenceFile } from '#features/assessments/files/schema.ts'
import { type Failure, failure } from '#wire/failure.ts'
import {
  assessedEvent,
  closedBecause,
  closedWords,
  conditionDocuments,
  type EvidenceFacts,
  type EvidenceState,
  isAnswered,
} from '../rules.ts'

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

/** What the latest decision depends on and is not met yet, with the documents that the applicant has sent for it. */
export async function listOwnConditions(
  sql: CamelSql,
  { applicationId, today }: { applicationId: string; today: Day },
) {
  const conditions = await sql<{ id: string; text: string; dueOn: Day }[]>`
    select n.id, n.text, n.due_on
    from assessment_conditions as n
    join assessments as c on c.id = n.assessment_id
    where n.met_at is null and c.application_id = ${applicationId}::uuid and not exists (
      select from assessments as l where l.application_id = c.application_id and l.decided_at > c.decided_at
    )
    order by n.due_on, n.id`
  if (conditions.length === 0) return []
  const files = await listFiles(sql, { applicationId })
  return conditions.map((condition) => {
    const own = files.filter(({ criterionId }) => criterionId === conditionDocuments(condition.id))
    return {
      ...condition,
      files: own.map(({ criterionId: _, ...file }) => ({ ...file, hasRunOut: false })),
      isAnswered: own.some(({ state }) => state !== 'refused'),
      isOverdue: condition.dueOn < today,
    }
  })
}

/** Counts are of the criteria that the event must meet, but for `moreNeeded`. */
export async function readProgress(sql: SqlRunner, applicationId: string) {
  const pool = camel(sql)
  const found = (await findEvidence(pool, { applicationId }))[0]!
  const states = await listCriterionStates(pool, { assessmentId: found.assessmentId })
  const stateOf = (id: string) => states.find(({ criterionId }) => criterionId === id)?.state ?? 'wanted'
  const needed = criteriaFor(found.criteria, assessedEvent(found.eventDraft)).filter(({ level }) => level === 'must')
  return {
    assessment: { status: found.assessmentStatus, outcome: found.outcome },
    wanted: needed.length,
    answered: needed.filter(({ id }) => isAnswered(stateOf(id))).length,
    moreNeeded: states.filter(({ state }) => state === 'more-needed').length,
    deletedAt: found.documentsDeletedAt,
  }
}

export type Holder = PossibleLevel & {
  applicationId: string
  reference: string
  title: string
  contactName: string
  email: string
  number: string | null
  registerStatus: RegisterStatus | null
}

export const findHolder = (sql: CamelSql, { applicationId }: { applicationId: string }) => sql<Holder[]>`
  select a.id as application_id, a.reference, coalesce(a.event_draft ->> 'title', a.reference) as title, o.contact_name, o.email,
    r.number, register_status(r.status, r.valid_until) as register_status, r.assurance, r.assured_on
  from applications as a
  join organisations as o on o.id = a.organisation_id
  left join register_entries as r on r.application_id = a.id
  where a.id = ${applicationId}::uuid`

/** Opens the assessment that follows a decided one; no id where one is open already, or the last one ended with a refusal. */
export const openFollower = (sql: CamelSql, { applicationId, now }: { applicationId: string; now: Instant }) => sql<
  { id: string | null }[]
>`
  select open_renewal(${applicationId}::uuid, ${now}::timestamptz) as id
  where 'refuse' <> all (
    select outcome from assessments where application_id = ${applicationId}::uuid and status = 'decided'
    order by opened_at desc, decided_at desc limit 1
  )`

/** In every open assessment, what was accepted and has expired is wanted again. */
export const askAgain = (sql: CamelSql, { today }: { today: Day }) => sql<{ criterionId: string }[]>`
  update assessment_criteria as c
  set state = 'wanted', state_at = now(), verdict = null, score = null, revision = c.revision + 1,
    state_reason = 'The last day of your document was ' || to_char(e.last_day, 'FMDD FMMonth YYYY')
      || '. Send a new one.'
  from assessments as a
  join accepted_evidence as e on e.application_id = a.application_id
  where a.id = c.assessment_id and a.status <> 'decided' and e.criterion_id = c.criterion_id and c.state = 'accepted'
    and e.last_day < ${today}::date
  returning c.criterion_id`
