import type { SqlRunner } from '#database/sql.ts'
import type { AppealedDecision } from '#domain/appeals.ts'
import { applicationEvents } from '#domain/application-state.ts'
import type { AppealOutcome, AppealState } from '../rules.ts'

export type AppellantRow = { id: string; reference: string; title: string | null; contact_name: string; email: string }

/** An application and whom its mails go to. */
export const findAppellant = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<AppellantRow[]>`
  select a.id, a.reference, a.event_draft ->> 'title' as title, o.contact_name, o.email
  from applications as a join organisations as o on o.id = a.organisation_id
  where a.id = ${applicationId}::uuid`

/** The application, locked: appeals, decisions and payments take turns. */
export const lockAppellant = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<AppellantRow[]>`
  select a.id, a.reference, a.event_draft ->> 'title' as title, o.contact_name, o.email
  from applications as a join organisations as o on o.id = a.organisation_id
  where a.id = ${applicationId}::uuid for update of a`

type AppealableRow = {
  against: AppealedDecision
  decision_id: number | null
  assessment_id: string | null
  register_change_id: number | null
  decided_at: string
}

/** What can be appealed against, as long as it is not too late; without what has been. */
export const listAppealable = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<AppealableRow[]>`
  select v.against, v.decision_id, v.assessment_id, v.register_change_id, v.decided_at
  from appealable_decisions as v
  where v.application_id = ${applicationId}::uuid and not exists (
    select from appeals as p where p.decision_id = v.decision_id or p.assessment_id = v.assessment_id
      or p.register_change_id = v.register_change_id)
  order by v.decided_at desc`

/** No row when the reference is taken, or the decision has been appealed against. */
export const addAppeal = (
  sql: SqlRunner,
  input: {
    reference: string
    applicationId: string
    against: AppealedDecision
    decisionId: number | null
    assessmentId: string | null
    registerChangeId: number | null
    grounds: string
    now: string
  },
) => sql<{ id: string }[]>`
  insert into appeals (reference, application_id, against, decision_id, assessment_id, register_change_id, grounds, received_at)
  values (${input.reference}::text, ${input.applicationId}::uuid, ${input.against}::text, ${input.decisionId}::bigint,
    ${input.assessmentId}::uuid, ${input.registerChangeId}::bigint, ${input.grounds}::text, ${input.now}::timestamptz)
  on conflict do nothing
  returning id`

export type OwnAppealRow = {
  id: string
  reference: string
  against: AppealedDecision
  state: AppealState
  received_at: string
  heard_by_name: string | null
  settled_at: string | null
  reasons: string | null
}

/** The appeals of an application, oldest first. */
export const listAppealsOf = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<OwnAppealRow[]>`
  select id, reference, against, state, received_at, heard_by_name, settled_at, reasons
  from appeals where application_id = ${applicationId}::uuid order by id`

type ListedAppealRow = OwnAppealRow & { title: string | null; organisation: string }

/** The open ones, oldest first, or those that have ended, newest first. @param input.offset rows before. */
export const listAppeals = (
  sql: SqlRunner,
  { isOpen, limit, offset }: { isOpen: boolean; limit: number; offset: number },
) => sql<ListedAppealRow[]>`
  select p.id, p.reference, p.against, p.state, p.received_at, p.heard_by_name, p.settled_at, p.reasons,
    a.event_draft ->> 'title' as title, o.name as organisation
  from appeals as p
  join applications as a on a.id = p.application_id
  join organisations as o on o.id = a.organisation_id
  ${isOpen ? sql`where p.settled_at is null order by p.id` : sql`where p.settled_at is not null order by p.id desc`}
  limit ${limit}::int offset ${offset}::int`

export const countAppeals = (sql: SqlRunner) => sql<{ open: number; settled: number }[]>`
  select (count(*) filter (where settled_at is null))::int as open,
    (count(*) filter (where settled_at is not null))::int as settled
  from appeals`

export type AppealRow = OwnAppealRow & {
  application_id: string
  application_reference: string
  title: string | null
  organisation: string
  grounds: string
  heard_by: string | null
  decision_id: number | null
  assessment_id: string | null
  register_change_id: number | null
  decided_at: string
  decision_reason: string | null
  entry_id: string | null
  entry_number: string | null
}

const columns = (sql: SqlRunner) => sql`
  p.id, p.reference, p.against, p.state, p.received_at, p.heard_by_name, p.settled_at, p.reasons, p.application_id,
  a.reference as application_reference, a.event_draft ->> 'title' as title, o.name as organisation, p.grounds, p.heard_by,
  p.decision_id, p.assessment_id, p.register_change_id,
  coalesce(d.decided_at, s.decided_at, h.happened_at) as decided_at,
  coalesce(d.reason, h.reason, (
    select t.reason from assessment_steps as t where t.assessment_id = s.id and t.step = 'decided' order by t.id desc limit 1
  )) as decision_reason,
  e.id as entry_id, e.number as entry_number
  from appeals as p
  join applications as a on a.id = p.application_id
  join organisations as o on o.id = a.organisation_id
  left join application_decisions as d on d.id = p.decision_id
  left join assessments as s on s.id = p.assessment_id
  left join register_history as h on h.id = p.register_change_id
  left join register_entries as e on e.application_id = a.id`

export const findAppeal = (sql: SqlRunner, { id }: { id: string }) => sql<AppealRow[]>`
  select ${columns(sql)} where p.id = ${id}::uuid`

/** The same, locked until the transaction ends. */
export const lockAppeal = (sql: SqlRunner, { id }: { id: string }) => sql<AppealRow[]>`
  select ${columns(sql)} where p.id = ${id}::uuid for update of p`

/**
 * Whoever of the admin area had a part in a decision on an application, in its assessments, or in taking its entry off the register, or
 * has declared a conflict of interest in it.
 */
export const listParticipants = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<
  { id: string; name: string }[]
>`
  select p.id, p.name from people as p where p.id in (
    select decided_by from application_decisions where application_id = ${applicationId}::uuid
    union
    select t.by_id from assessments as s join assessment_steps as t on t.assessment_id = s.id
    where s.application_id = ${applicationId}::uuid
    union
    select c.judged_by from assessments as s join assessment_criteria as c on c.assessment_id = s.id
    where s.application_id = ${applicationId}::uuid
    union
    select l.actor_id from register_entries as e
    join audit_log as l on l.subject_kind = 'entry' and l.subject_id = e.id::text
    where e.application_id = ${applicationId}::uuid and l.actor_kind = 'person'
      and l.action in ('entry.suspended', 'entry.revoked')
  )
  order by lower(p.name), p.id`

export const takeAppeal = (
  sql: SqlRunner,
  { id, personId, personName, now }: { id: string; personId: string; personName: string; now: string },
) => sql<Record<string, never>[]>`
  update appeals set state = 'being-heard', heard_by = ${personId}::text, heard_by_name = ${personName}::text,
    heard_from = ${now}::timestamptz
  where id = ${id}::uuid`

export const settleAppeal = (
  sql: SqlRunner,
  { id, state, reasons, now }: { id: string; state: AppealOutcome; reasons: string; now: string },
) => sql<Record<string, never>[]>`
  update appeals set state = ${state}::text, reasons = ${reasons}::text, settled_at = ${now}::timestamptz
  where id = ${id}::uuid`

const { from, to, decision } = applicationEvents.upholdAppeal

/** The application is submitted again, as a decision of its own kind. No row where it is not rejected. */
export const reopenApplication = (
  sql: SqlRunner,
  input: { applicationId: string; personId: string; personName: string; reason: string; now: string },
) => sql<{ id: number }[]>`
  with reopened as (
    update applications set status = ${to}::text, updated_at = ${input.now}::timestamptz
    where id = ${input.applicationId}::uuid and status = ${from}::text
    returning id
  )
  insert into application_decisions (application_id, decision, decided_by, decided_by_name, reason, decided_at)
  select id, ${decision}::text, ${input.personId}::text, ${input.personName}::text, ${input.reason}::text,
    ${input.now}::timestamptz from reopened
  returning id`

/**
 * Opens an assessment anew under the criteria of the one that was refused, with what is known of its evidence and without its verdicts.
 * No row where another one is open.
 */
export const openAppealAssessment = (
  sql: SqlRunner,
  { assessmentId, now }: { assessmentId: string; now: string },
) => sql<{ id: string }[]>`
  with opened as (
    insert into assessments (application_id, kind, criteria_version, opened_at)
    select application_id, 'appeal', criteria_version, ${now}::timestamptz from assessments where id = ${assessmentId}::uuid
    on conflict do nothing
    returning id
  ), carried as (
    insert into assessment_criteria (assessment_id, criterion_id, state, state_reason)
    select o.id, c.criterion_id, c.state, c.state_reason
    from opened as o cross join assessment_criteria as c
    where c.assessment_id = ${assessmentId}::uuid
  )
  select id from opened`
