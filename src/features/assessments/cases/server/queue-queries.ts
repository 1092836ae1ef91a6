import type { Fragment, SqlRunner } from '../../../../database/sql.ts'
import type { QueueView } from '../queue.ts'
import type { CaseStatus, Outcome } from '../rules.ts'

export type QueuedRow = {
  id: string
  reference: string
  title: string
  organisation_name: string
  kind: string
  status: CaseStatus
  outcome: Outcome | null
  assigned_name: string | null
  received: number
  more_needed: number
  judged: number
  /** Since when it waits for this: ISO time in UTC. */
  since: string
  /** The same, exactly, for the next page. */
  position: string
}

export type Asked = {
  /** Who asks: what they proposed waits for somebody else, and where they have a conflict is nothing of theirs. */
  personId: string
  /** ISO time in UTC, and its day in London. */
  now: string
  today: string
}

/** The assessments of each part of the queue, as id and since when they wait. */
const waiting: Record<QueueView, (sql: SqlRunner, asked: Asked) => Fragment> = {
  evidence: (sql) => sql`
    select c.id, min(r.state_at) as since
    from assessment_criteria as r join assessments as c on c.id = r.assessment_id
    join applications as a on a.id = c.application_id
    where r.state = 'received' and c.status = 'open' and a.withdrawn_at is null
    group by c.id`,
  proposals: (sql, { personId }) => sql`
    select c.id, p.taken_at as since
    from assessments as c join lateral (
      select by_id, taken_at from assessment_steps where assessment_id = c.id and step = 'proposed' order by id desc limit 1
    ) as p on p.by_id <> ${personId}::text
    where c.status = 'proposed'`,
  panel: (sql) => sql`
    select c.id, r.taken_at as since
    from assessments as c join lateral (
      select taken_at from assessment_steps where assessment_id = c.id and step = 'referred' order by id desc limit 1
    ) as r on true
    where c.status = 'panel'`,
  notices: (sql, { now }) => sql`
    select c.id, coalesce(c.answered_at, c.answer_until) as since
    from assessments as c
    where c.status = 'notice' and (c.answered_at is not null or c.answer_until <= ${now}::timestamptz)`,
  conditions: (sql, { today }) => sql`
    select c.id, min(n.due_on)::timestamptz as since
    from assessment_conditions as n join assessments as c on c.id = n.assessment_id
    where n.met_at is null and n.due_on < ${today}::date and not exists (
      select from assessments as l where l.application_id = c.application_id and l.decided_at > c.decided_at
    )
    group by c.id`,
  // Accepted documents have run out, and nothing that follows them has arrived.
  expired: (sql, { today }) => sql`
    select c.id, min(e.last_day)::timestamptz as since
    from accepted_evidence as e
    join assessments as c on c.application_id = e.application_id and c.status <> 'decided'
    join assessment_criteria as r on r.assessment_id = c.id and r.criterion_id = e.criterion_id
    where e.last_day < ${today}::date and r.state in ('wanted', 'more-needed')
    group by c.id`,
  mine: (sql, { personId }) => sql`
    select c.id, c.opened_at as since from assessments as c
    where c.assigned_to = ${personId}::text and c.status <> 'decided'`,
  open: (sql) => sql`
    select c.id, c.opened_at as since
    from assessments as c join applications as a on a.id = c.application_id
    where c.status in ('open', 'proposed', 'panel', 'notice') and a.status <> 'rejected' and a.withdrawn_at is null`,
  decided: (sql) => sql`
    select c.id, c.decided_at as since from assessments as c where c.status = 'decided'`,
}

/** What somebody has a conflict of interest in is not theirs. */
const unconflicted = (sql: SqlRunner, { personId }: Asked) => sql`
  not exists (
    select from assessment_steps as s where s.assessment_id = w.id and s.by_id = ${personId}::text and s.step = 'conflict'
  )`

/**
 * A part of the queue, the longest waiting first; what is decided, the newest first.
 * @param input.after the last one seen; null for the beginning
 */
export const listQueued = (
  sql: SqlRunner,
  input: Asked & { view: QueueView; after: { position: string; id: string } | null; limit: number },
) => {
  const { view, after } = input
  const isNewestFirst = view === 'decided'
  const from = isNewestFirst
    ? sql`and (w.since, w.id) < (${after?.position ?? null}::timestamptz, ${after?.id ?? null}::uuid)`
    : sql`and (w.since, w.id) > (${after?.position ?? null}::timestamptz, ${after?.id ?? null}::uuid)`
  return sql<QueuedRow[]>`
    with shown as materialized (
      select w.id, w.since from (${waiting[view](sql, input)}) as w
      where ${unconflicted(sql, input)} ${after === null ? sql`` : from}
      ${isNewestFirst ? sql`order by w.since desc, w.id desc` : sql`order by w.since, w.id`}
      limit ${input.limit}::int
    )
    select c.id, a.reference, a.event_draft ->> 'title' as title, o.name as organisation_name, c.kind, c.status, c.outcome,
      p.name as assigned_name, w.since, w.since::text as position,
      count(r.assessment_id) filter (where r.state = 'received') as received,
      count(r.assessment_id) filter (where r.state = 'more-needed') as more_needed,
      count(r.verdict) as judged
    from shown as w
    join assessments as c on c.id = w.id
    join applications as a on a.id = c.application_id
    join organisations as o on o.id = a.organisation_id
    left join people as p on p.id = c.assigned_to
    left join assessment_criteria as r on r.assessment_id = c.id
    group by c.id, a.id, o.id, p.id, w.since, w.id
    ${isNewestFirst ? sql`order by w.since desc, w.id desc` : sql`order by w.since, w.id`}`
}

/** Where an assessment is in a part of the queue; no row where it is not in it any more. */
export const findPosition = (sql: SqlRunner, input: Asked & { view: QueueView; id: string }) => sql<
  { position: string }[]
>`
  select w.since::text as position from (${waiting[input.view](sql, input)}) as w where w.id = ${input.id}::uuid`

/** How many assessments each part of the queue holds. */
export const countQueued = (sql: SqlRunner, asked: Asked) => {
  const count = (view: QueueView) => sql`
    (select count(*) from (${waiting[view](sql, asked)}) as w where ${unconflicted(sql, asked)})`
  return sql<Record<QueueView, number>[]>`
    select ${count('evidence')} as evidence, ${count('proposals')} as proposals, ${count('panel')} as panel,
      ${count('notices')} as notices, ${count('conditions')} as conditions, ${count('expired')} as expired, ${count('mine')} as mine,
      ${count('open')} as open, ${count('decided')} as decided`
}

/** The panels that wait for the vote of somebody, the longest waiting first. */
export const listVotesWanted = (sql: SqlRunner, { personId }: { personId: string }) => sql<
  { id: string; reference: string; title: string; organisation_name: string; since: string }[]
>`
  select c.id, a.reference, a.event_draft ->> 'title' as title, o.name as organisation_name, m.named_at as since
  from assessment_panel as m
  join assessment_steps as r on r.id = m.referral_id
  join assessments as c on c.id = r.assessment_id
  join applications as a on a.id = c.application_id
  join organisations as o on o.id = a.organisation_id
  where m.person_id = ${personId}::text and c.status = 'panel'
    and not exists (select from assessment_panel as n where n.referral_id = m.referral_id and n.instead_of = m.person_id)
    and not exists (
      select from assessment_steps as s where s.assessment_id = c.id and s.by_id = m.person_id
        and (s.step = 'conflict' or (s.step = 'voted' and s.about = m.referral_id))
    )
    and not exists (select from assessment_steps as l where l.assessment_id = c.id and l.step = 'referred' and l.id > r.id)
  order by m.named_at, c.id
  limit 200`
