import type { SqlRunner } from '#database/sql.ts'
import type { RegisterStatus } from '#domain/register-status.ts'

export type DueFile = {
  id: string
  application_id: string
  criterion_id: string
  expires_on: string
  is_accepted: boolean
}

/**
 * Takes up to 100 documents whose last day is between two days and whose sender has not been told of it at this distance, nearer ones
 * first. Left out is what a later document covers that is accepted or waits to be looked at, and what nobody waits for any more: of
 * rejected applications, and after an assessment without an entry in the register.
 *
 * @param input.days 30, 7, or 0 for what has run out
 */
export const takeDueFiles = (sql: SqlRunner, input: { from: string; until: string; days: number }) => sql<DueFile[]>`
  with due as (
    select f.id
    from evidence_files as f
    join applications as a on a.id = f.application_id and a.status <> 'rejected' and a.withdrawn_at is null
    left join register_entries as r on r.application_id = a.id
    left join assessments as s on s.application_id = a.id and s.status <> 'decided'
    where f.state = 'ready' and f.expires_on between ${input.from}::date and ${input.until}::date
      and (f.told_days is null or f.told_days > ${input.days}::int)
      and (r.status in ('active', 'listed', 'suspended') or (r.id is null and s.id is not null))
      and not exists (
        select from evidence_files as o
        left join assessment_criteria as c on c.assessment_id = s.id and c.criterion_id = o.criterion_id
        where o.application_id = f.application_id and o.criterion_id = f.criterion_id and o.expires_on > f.expires_on
          and o.state in ('checking', 'ready') and (o.accepted_at is not null or c.state = 'received')
      )
    order by f.expires_on
    limit 100
    for update of f skip locked
  )
  update evidence_files as f set told_days = ${input.days}::int
  from due where f.id = due.id
  returning f.id, f.application_id, f.criterion_id, f.expires_on, f.accepted_at is not null as is_accepted`

export type Holder = {
  application_id: string
  reference: string
  title: string
  contact_name: string
  email: string
  number: string | null
  register_status: RegisterStatus | null
}

/** Whom to write to about the evidence of an application. */
export const readHolder = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<Holder[]>`
  select a.id as application_id, a.reference, coalesce(a.event_draft ->> 'title', a.reference) as title, o.contact_name, o.email,
    r.number, register_status(r.status, r.valid_until) as register_status
  from applications as a
  join organisations as o on o.id = a.organisation_id
  left join register_entries as r on r.application_id = a.id
  where a.id = ${applicationId}::uuid`

/** Opens the assessment that follows a decided one; no id where one is open already, or the last one ended with a refusal. */
export const openFollowing = (sql: SqlRunner, { applicationId, now }: { applicationId: string; now: string }) => sql<
  { id: string | null }[]
>`
  select open_renewal(${applicationId}::uuid, ${now}::timestamptz) as id
  where 'refuse' <> all (
    select outcome from assessments where application_id = ${applicationId}::uuid and status = 'decided'
    order by opened_at desc, decided_at desc limit 1
  )`

/** What was accepted and has run out is wanted again, in every assessment that is open. */
export const askAgain = (sql: SqlRunner, { today }: { today: string }) => sql<{ criterion_id: string }[]>`
  update assessment_criteria as c
  set state = 'wanted', state_at = now(), verdict = null, score = null, revision = c.revision + 1,
    state_reason = 'The last day of your document was ' || to_char(e.last_day, 'FMDD FMMonth YYYY')
      || '. Send a new one.'
  from assessments as a
  join accepted_evidence as e on e.application_id = a.application_id
  where a.id = c.assessment_id and a.status <> 'decided' and e.criterion_id = c.criterion_id and c.state = 'accepted'
    and e.last_day < ${today}::date
  returning c.criterion_id`

export type RunOut = { application_id: string; criterion_id: string; last_day: string }

/**
 * Criteria of active entries whose accepted documents have run out, of which their senders were told, and for which nothing waits to be
 * looked at. A document suspends an entry once.
 */
export const listRunOut = (sql: SqlRunner, { today }: { today: string }) => sql<RunOut[]>`
  select e.application_id, e.criterion_id, e.last_day
  from accepted_evidence as e
  join register_entries as r on r.application_id = e.application_id and r.status = 'active'
  left join assessments as s on s.application_id = e.application_id and s.status <> 'decided'
  left join assessment_criteria as c on c.assessment_id = s.id and c.criterion_id = e.criterion_id
  where e.last_day < ${today}::date and c.state is distinct from 'received'
    and not coalesce(c.state = 'not-applicable' and c.verdict is not null, false)
    and exists (
      select from evidence_files as f
      where f.application_id = e.application_id and f.criterion_id = e.criterion_id and f.expires_on = e.last_day
        and f.state = 'ready' and f.told_days = 0 and f.suspended_at is null
    )
  order by e.application_id, e.criterion_id`

export const noteSuspended = (
  sql: SqlRunner,
  input: { applicationId: string; criterionIds: string[]; today: string; now: string },
) => sql<{ id: string }[]>`
  update evidence_files set suspended_at = ${input.now}::timestamptz
  where application_id = ${input.applicationId}::uuid and criterion_id = any(${input.criterionIds}::text[])
    and state = 'ready' and expires_on < ${input.today}::date and suspended_at is null
  returning id`

/**
 * Entries that evidence has suspended or lapsed and nobody and nothing else since, with what of their accepted documents has run out. One
 * that has lapsed is among them as long as its listing is paid.
 */
export const listSuspended = (
  sql: SqlRunner,
  { today, now, cause }: { today: string; now: string; cause: string },
) => sql<{ application_id: string; run_out: { criterionId: string; lastDay: string }[] }[]>`
  select r.application_id, (
    select coalesce(jsonb_agg(jsonb_build_object('criterionId', e.criterion_id, 'lastDay', e.last_day)), '[]')
    from accepted_evidence as e
    left join assessments as s on s.application_id = e.application_id and s.status <> 'decided'
    left join assessment_criteria as c on c.assessment_id = s.id and c.criterion_id = e.criterion_id
    where e.application_id = r.application_id and e.last_day < ${today}::date
      and not coalesce(c.state = 'not-applicable' and c.verdict is not null, false)
  ) as run_out
  from register_entries as r
  where r.application_id is not null and ${cause}::text = (
      select cause from register_history as h
      where h.entry_id = r.id and (
        r.status = 'suspended' and h.change in ('suspended', 'reinstated', 'revoked')
        or r.status = 'lapsed' and h.change <> 'assurance' and not (h.change = 'edited' and h.cause like '% of the admin area')
      )
      order by h.id desc limit 1
    )
    and (r.status = 'suspended' or r.status = 'lapsed' and r.valid_until > ${now}::timestamptz)
  order by r.application_id`

type Unfollowed = { application_id: string; valid_until: string | null }

/**
 * Entries that evidence has suspended and nobody else since, and whose time is over: their listing has ended, or they have been suspended
 * since before `suspendedBefore` and nothing waits to be looked at.
 */
export const listUnfollowed = (
  sql: SqlRunner,
  { now, suspendedBefore, cause }: { now: string; suspendedBefore: string; cause: string },
) => sql<Unfollowed[]>`
  select r.application_id, r.valid_until
  from register_entries as r
  cross join lateral (
    select cause, happened_at from register_history as h
    where h.entry_id = r.id and h.change in ('suspended', 'reinstated', 'revoked')
    order by h.id desc limit 1
  ) as last
  where r.status = 'suspended' and r.application_id is not null and last.cause = ${cause}::text
    and (
      r.valid_until <= ${now}::timestamptz
      or last.happened_at < ${suspendedBefore}::timestamptz and not exists (
        select from assessments as s join assessment_criteria as c on c.assessment_id = s.id
        where s.application_id = r.application_id and s.status <> 'decided' and c.state = 'received'
      )
    )
  order by r.application_id`

/** What an entry has lapsed for suspends it anew, should it be paid again without a new document. */
export const forgetSuspended = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<
  Record<string, never>[]
>`
  update evidence_files set suspended_at = null where application_id = ${applicationId}::uuid and suspended_at is not null`
