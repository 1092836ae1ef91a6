import type { CamelQuery, CamelSql } from '#database/camel.ts'
import type { Day, Instant } from '#domain/formats.ts'
import { toAnswer, withoutCase } from '#features/applications/review/queries.ts'
import type { QueueView } from '#features/assessments/cases/queue.ts'
import { votesWanted, waitingIn } from '#features/assessments/cases/server/queue.ts'
import type { WorkItem, WorkName } from './work.ts'

export type Viewer = { personId: string; now: Instant; today: Day }

/** Each answers the columns of a `WorkItem`; `day` and `pence` are null where it has none. */
const waiting: Record<WorkName, (sql: CamelSql, viewer: Viewer) => CamelQuery<unknown>> = {
  votes: (sql, { personId }) => sql`
    select c.id::text, a.event_draft ->> 'title' as title, a.reference, m.named_at as since, null::date as day, null::int as pence
    from ${votesWanted(sql, personId)}`,
  mine: (sql, { personId }) => sql`
    select a.id::text, a.event_draft ->> 'title', a.reference, max(w.since), nullif(a.event_draft ->> 'date', '')::date, null::int
    from (
      select id as application_id, coalesce(
        (select max(written_at) from application_remarks as r where r.application_id = applications.id and r.kind = 'assigned'),
        submitted_at) as since
      from applications where assigned_to = ${personId}::text and status = 'submitted' and withdrawn_at is null
      union all
      select application_id, coalesce(
        (select max(taken_at) from assessment_steps as t where t.assessment_id = assessments.id and t.step = 'assigned'), opened_at)
      from assessments where assigned_to = ${personId}::text and status <> 'decided'
    ) as w join applications as a on a.id = w.application_id
    group by a.id`,
  proposals: ofCases('proposals'),
  notices: ofCases('notices'),
  conditions: ofDays('conditions'),
  answered: ofCases('answered'),
  evidence: ofCases('evidence'),
  panel: ofCases('panel'),
  open: ofCases('open'),
  expired: ofDays('expired'),
  applications: (sql) => sql`
    select id::text, event_draft ->> 'title', reference, submitted_at, null::date, null::int
    from applications where status = 'submitted' and withdrawn_at is null`,
  identity: (sql) => sql`
    select a.id::text, a.event_draft ->> 'title', a.reference, o.waits_since, null::date, null::int
    from orders as o join applications as a on a.id = o.application_id where o.waits_since is not null`,
  sampled: (sql) => sql`
    select a.id::text, a.event_draft ->> 'title', a.reference, s.chosen_at, null::date, null::int
    from application_samples as s join applications as a on a.id = s.application_id where s.looked_at is null`,
  changes: (sql) => sql`
    select a.id::text, a.event_draft ->> 'title', a.reference, p.proposed_at, null::date, null::int
    from proposed_changes as p join applications as a on a.id = p.application_id
    where p.state = 'open' and a.status = 'approved' and a.withdrawn_at is null`,
  calls: (sql, { today }) => sql`
    select c.id::text, to_char(c.time, 'HH24:MI') || ' ' || (a.event_draft ->> 'title'), a.reference,
      (${today}::date + time '06:00') at time zone 'Europe/London', null::date, null::int
    from assessment_calls as c join applications as a on a.id = c.application_id
    where c.day = ${today}::date and c.state <> 'cancelled'
      and not exists (select from assessment_call_outcomes as o where o.call_id = c.id)`,
  concerns: (sql) => sql`
    select id::text, event, reference, received_at,
      case when state = 'received' then (promised_at at time zone 'Europe/London')::date end, null::int
    from concerns where settled_at is null`,
  appeals: (sql) => sql`
    select p.id::text, a.event_draft ->> 'title', p.reference, p.received_at, null::date, null::int
    from appeals as p join applications as a on a.id = p.application_id where p.settled_at is null`,
  answers: (sql, { personId: id }) => sql`
    select m.application_id || '/' || m.id, a.event_draft ->> 'title', a.reference, m.received_at, null::date, null::int
    from incoming_mails as m join applications as a on a.id = m.application_id where ${toAnswer(sql, { id })}`,
  incoming: (sql, { personId: id }) => sql`
    select m.id::text, coalesce(nullif(m.subject, ''), 'No subject'), null, m.received_at, null::date, null::int
    from incoming_mails as m where ${withoutCase(sql, { id })}`,
  complaints: (sql) => sql`
    select id::text, name, reference, received_at, null::date, null::int from complaints where closed_at is null`,
  letters: (sql) => sql`
    select kind || '/' || id, concat_ws(', ', name, nullif(about, '')), null, arrived_at, null::date, null::int
    from submissions where state = 'new'`,
  disputes: (sql) => sql`
    select coalesce(d.order_id::text, ''), coalesce(g.name, 'Unknown order') || ', ' || replace(d.reason, '_', ' '), a.reference, d.opened_at,
      (case when d.status like '%needs_response' then d.due_by end at time zone 'Europe/London')::date, d.amount_pence
    from order_disputes as d
    left join orders as o on o.id = d.order_id
    left join applications as a on a.id = o.application_id
    left join organisations as g on g.id = o.organisation_id
    where d.ended_at is null`,
  approvals: (sql, { personId }) => sql`
    select q.order_id::text, g.name, a.reference, q.requested_at, null::date, q.amount_pence
    from refund_requests as q
    join orders as o on o.id = q.order_id
    join applications as a on a.id = o.application_id
    join organisations as g on g.id = o.organisation_id
    where q.state = 'waiting' and q.requested_by <> ${personId}::text`,
  refunds: (sql) => sql`
    select r.order_id::text, g.name, a.reference, r.requested_at, null::date, r.amount_pence
    from order_refunds as r
    join orders as o on o.id = r.order_id
    join applications as a on a.id = o.application_id
    join organisations as g on g.id = o.organisation_id
    where r.state = 'asked'`,
  discrepancies: (sql) => sql`
    select f.id::text, coalesce(g.name, 'Unknown order'), a.reference, f.found_at, null::date, f.amount_pence
    from payment_discrepancies as f
    left join orders as o on o.id = f.order_id
    left join applications as a on a.id = o.application_id
    left join organisations as g on g.id = o.organisation_id
    where f.settled_at is null
    union all
    select id::text, 'Differs from the provider’s books', null, found_at, null::date, coalesce(provider_pence, ledger_pence)
    from ledger_differences where settled_at is null`,
  returnedMails: (sql, { now }) => sql`
    select id::text, subject, null, coalesce(settled_at, created_at), null::date, null::int
    from mails where state = 'bounced' and created_at > ${now}::timestamptz - interval '30 days'`,
  failedMails: (sql) => sql`
    select id::text, subject, null, coalesce(settled_at, created_at), null::date, null::int from mails where state = 'failed'`,
  waitingMails: (sql, { now }) => sql`
    select id::text, subject, null, created_at, null::date, null::int
    from mails where state = 'waiting' and created_at < ${now}::timestamptz - interval '20 minutes'`,
  // At its last attempt a job has not failed yet.
  failedJobs: (sql) => sql`
    select id::text, task_identifier, null, updated_at, null::date, null::int
    from graphile_worker.jobs where attempts >= max_attempts and locked_at is null`,
}

function ofCases(view: QueueView) {
  return (sql: CamelSql, viewer: Viewer) => sql`
    select c.id::text, a.event_draft ->> 'title' as title, a.reference, w.since, null::date as day, null::int as pence
    from (${waitingIn(sql, view, viewer)}) as w join assessments as c on c.id = w.id join applications as a on a.id = c.application_id`
}

/** What the list counts from is the last day on which it was in time. */
function ofDays(view: QueueView) {
  return (sql: CamelSql, viewer: Viewer) => sql`
    select c.id::text, a.event_draft ->> 'title' as title, a.reference, w.since + interval '1 day' as since, w.since::date as day,
      null::int as pence
    from (${waitingIn(sql, view, viewer)}) as w join assessments as c on c.id = w.id join applications as a on a.id = c.application_id`
}

/** Rows of the columns `work`, `id`, `title`, `reference`, `since`, `day`, `pence`. @param works at least one. */
export function workOf(sql: CamelSql, works: readonly WorkName[], viewer: Viewer): CamelQuery<unknown> {
  return works
    .map(
      (work) => sql`
        select ${work}::text as work, id, title, reference, since, day, pence
        from (${waiting[work](sql, viewer)}) as w (id, title, reference, since, day, pence)`,
    )
    .reduce((all, part) => sql`${all} union all ${part}`)
}

/** The first ones of each kind, with the number of all. */
export const listWork = (
  sql: CamelSql,
  { works, shown, ...viewer }: Viewer & { works: readonly WorkName[]; shown: number },
) => sql<(WorkItem & { work: WorkName; total: number })[]>`
  select work, id, coalesce(title, '') as title, reference, since, day, pence, total from (
    select work, id, title, reference, since, day, pence, count(*) over (partition by work) as total,
      row_number() over (partition by work order by day nulls last, since, id) as place
    from (${workOf(sql, works, viewer)}) as w
  ) as w
  where place <= ${shown}::int
  order by work, place`

/** What began to wait after a time, the longest waiting first. */
export const listNewWork = (
  sql: CamelSql,
  { works, after, ...viewer }: Viewer & { works: readonly WorkName[]; after: Instant },
) => sql<Pick<WorkItem & { work: WorkName }, 'work' | 'id' | 'reference'>[]>`
  select work, id, reference from (${workOf(sql, works, viewer)}) as w
  where since > ${after}::timestamptz and since <= ${viewer.now}::timestamptz
  order by since, id
  limit 1000`
