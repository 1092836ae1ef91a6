import { asJson, type SqlRunner } from '#database/sql.ts'
import type { Condition, Outcome, Step } from '../rules.ts'

export type StepRow = {
  id: number
  step: Step
  by_id: string | null
  by_name: string
  outcome: Outcome | null
  reason: string
  is_safety: boolean
  conditions: Condition[]
  about: number | null
  taken_at: string
}

/** Everything that was done with an assessment, in its order. */
export const listSteps = (sql: SqlRunner, { id }: { id: string }) => sql<StepRow[]>`
  select id, step, by_id, by_name, outcome, reason, is_safety, conditions, about, taken_at
  from assessment_steps where assessment_id = ${id}::uuid order by id`

export const addStep = (
  sql: SqlRunner,
  input: {
    id: string
    step: Step
    byId: string | null
    byName: string
    outcome: Outcome | null
    reason: string
    isSafety: boolean
    conditions: readonly Condition[]
    about: number | null
    now: string
  },
) => sql<{ id: number }[]>`
  insert into assessment_steps (assessment_id, step, by_id, by_name, outcome, reason, is_safety, conditions, about, taken_at)
  values (${input.id}::uuid, ${input.step}::text, ${input.byId}::text, ${input.byName}::text, ${input.outcome}::text,
    ${input.reason}::text, ${input.isSafety}::boolean, ${asJson(input.conditions)}::jsonb, ${input.about}::bigint,
    ${input.now}::timestamptz)
  returning id`

export const setStatus = (
  sql: SqlRunner,
  {
    id,
    status,
    answerUntil,
  }: { id: string; status: 'open' | 'proposed' | 'panel' | 'notice'; answerUntil: string | null },
) => sql<Record<string, never>[]>`
  update assessments set status = ${status}::text, answer_until = ${answerUntil}::timestamptz, answered_at = null
  where id = ${id}::uuid`

export const setDecided = (
  sql: SqlRunner,
  input: {
    id: string
    outcome: Outcome
    decidedBy: string
    score: number | null
    nextReviewOn: string | null
    now: string
  },
) => sql<Record<string, never>[]>`
  update assessments
  set status = 'decided', outcome = ${input.outcome}::text, decided_by = ${input.decidedBy}::text, score = ${input.score}::smallint,
    next_review_on = ${input.nextReviewOn}::date, decided_at = ${input.now}::timestamptz, has_bases = ${input.outcome}::text <> 'refuse'
  where id = ${input.id}::uuid`

export const setAssigned = (sql: SqlRunner, { id, personId }: { id: string; personId: string | null }) => sql<
  Record<string, never>[]
>`
  update assessments set assigned_to = ${personId}::text where id = ${id}::uuid`

/** Who holds one of the roles and has no conflict of interest in an assessment. */
export const listUnconflicted = (sql: SqlRunner, { id, roles }: { id: string; roles: readonly string[] }) => sql<
  { id: string; name: string; email: string }[]
>`
  select p.id, p.name, p.email from people as p
  where p.roles && ${roles as string[]}::text[] and p.deactivated_at is null
    and not exists (
      select from conflicts_of_interest as x join assessments as c on c.application_id = x.application_id
      where c.id = ${id}::uuid and x.person_id = p.id
    )
  order by lower(p.name), p.id`

type SeatRow = {
  person_id: string
  person_name: string
  instead_of: string | null
  may_vote: boolean
  /** They have declared a conflict of interest. */
  is_conflicted: boolean
}

/** The seats of a panel in the order in which they were filled; `may_vote`: still active, and allowed to vote. */
export const listSeats = (
  sql: SqlRunner,
  { referralId, roles }: { referralId: number; roles: readonly string[] },
) => sql<SeatRow[]>`
  select m.person_id, m.person_name, m.instead_of, p.roles && ${roles as string[]}::text[] and p.deactivated_at is null as may_vote,
    exists (
      select from conflicts_of_interest as x
      join assessments as c on c.application_id = x.application_id
      join assessment_steps as r on r.assessment_id = c.id
      where r.id = m.referral_id and x.person_id = m.person_id
    ) as is_conflicted
  from assessment_panel as m join people as p on p.id = m.person_id
  where m.referral_id = ${referralId}::bigint
  order by m.named_at, m.person_name`

export const fillSeat = (
  sql: SqlRunner,
  input: { referralId: number; personId: string; personName: string; insteadOf: string | null; now: string },
) => sql<Record<string, never>[]>`
  insert into assessment_panel (referral_id, person_id, person_name, instead_of, named_at)
  values (${input.referralId}::bigint, ${input.personId}::text, ${input.personName}::text, ${input.insteadOf}::text,
    ${input.now}::timestamptz)`

export type ConditionRow = {
  id: string
  text: string
  due_on: string
  met_at: string | null
  met_by_name: string
}

/** The conditions of an assessment, the first due first. */
export const listConditions = (sql: SqlRunner, { id }: { id: string }) => sql<ConditionRow[]>`
  select id, text, due_on, met_at, met_by_name from assessment_conditions
  where assessment_id = ${id}::uuid order by due_on, text, id`

export const addCondition = (sql: SqlRunner, { id, text, due }: { id: string; text: string; due: string }) => sql<
  Record<string, never>[]
>`
  insert into assessment_conditions (assessment_id, text, due_on) values (${id}::uuid, ${text}::text, ${due}::date)`

/** No row where it is met already, or belongs to another assessment. */
export const meetCondition = (
  sql: SqlRunner,
  input: { id: string; conditionId: string; personId: string; personName: string; now: string },
) => sql<{ text: string }[]>`
  update assessment_conditions
  set met_at = ${input.now}::timestamptz, met_by = ${input.personId}::text, met_by_name = ${input.personName}::text
  where id = ${input.conditionId}::uuid and assessment_id = ${input.id}::uuid and met_at is null
  returning text`

export const addNotice = (
  sql: SqlRunner,
  { tokenHash, id, stepId }: { tokenHash: string; id: string; stepId: number },
) => sql<Record<string, never>[]>`
  insert into assessment_notices (token_hash, assessment_id, step_id)
  values (decode(${tokenHash}::text, 'hex'), ${id}::uuid, ${stepId}::bigint)`

export type NoticeRow = {
  assessment_id: string
  status: string
  answer_until: string | null
  answered_at: string | null
  reference: string
  title: string
  reason: string
  /** Whether the case still waits on this very notice. */
  is_current: boolean
}

/** The notice of a link. */
export const findNotice = (sql: SqlRunner, { tokenHash }: { tokenHash: string }) => sql<NoticeRow[]>`
  select n.assessment_id, c.status, c.answer_until, c.answered_at, a.reference, a.event_draft ->> 'title' as title, s.reason,
    c.status = 'notice' and not exists (
      select from assessment_steps as l where l.assessment_id = n.assessment_id and l.step = 'noticed' and l.id > n.step_id
    ) as is_current
  from assessment_notices as n
  join assessments as c on c.id = n.assessment_id
  join applications as a on a.id = c.application_id
  join assessment_steps as s on s.id = n.step_id
  where n.token_hash = decode(${tokenHash}::text, 'hex')`

export const noteAnswered = (sql: SqlRunner, { id, now }: { id: string; now: string }) => sql<Record<string, never>[]>`
  update assessments set answered_at = ${now}::timestamptz where id = ${id}::uuid`

/** Conditions that are overdue and of which the holder has not been told, of assessments that no later decision has followed. */
export const listUntoldConditions = (sql: SqlRunner, { today }: { today: string }) => sql<
  { id: string; application_id: string }[]
>`
  select n.id, c.application_id
  from assessment_conditions as n join assessments as c on c.id = n.assessment_id
  where n.met_at is null and n.due_on < ${today}::date and n.overdue_told_at is null and not exists (
    select from assessments as l where l.application_id = c.application_id and l.decided_at > c.decided_at
  )
  order by n.due_on, n.id
  limit 100`

/** No row where it was told, or met, meanwhile. */
export const noteConditionTold = (sql: SqlRunner, { conditionId, now }: { conditionId: string; now: string }) => sql<
  { text: string; due_on: string; reference: string; title: string; email: string; contact_name: string }[]
>`
  with told as (
    update assessment_conditions set overdue_told_at = ${now}::timestamptz
    where id = ${conditionId}::uuid and overdue_told_at is null and met_at is null
    returning assessment_id, text, due_on
  )
  select t.text, t.due_on, a.reference, a.event_draft ->> 'title' as title, o.email, o.contact_name
  from told as t
  join assessments as c on c.id = t.assessment_id
  join applications as a on a.id = c.application_id
  join organisations as o on o.id = a.organisation_id`
