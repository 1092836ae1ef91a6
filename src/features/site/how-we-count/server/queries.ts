import type { SqlRunner } from '../../../../database/sql.ts'
import type { RegisterStatus } from '../../../../domain/register-status.ts'
import type { LiveFigures } from '../rules.ts'

/** From the first moment of the period until the moment of counting, ISO times in UTC. */
type Period = { from: string; until: string }

/**
 * The median days from an application to the first decision on it that a person took, and how many decisions that is. The company
 * register's confirmation approves at once and would hide how long people take.
 */
export const medianToDecision = (sql: SqlRunner, { from, until }: Period) => sql<
  { days: number | null; cases: number }[]
>`
  select (percentile_cont(0.5) within group (order by extract(epoch from d.decided_at - a.submitted_at) / 86400))::float8 as days,
    count(*) as cases
  from application_decisions as d
  join applications as a on a.id = d.application_id
  where d.decided_at >= ${from}::timestamptz and d.decided_at < ${until}::timestamptz and d.decided_by is not null
    and not exists (select from application_decisions as e where e.application_id = d.application_id and e.id < d.id)`

/** The median days from an application to the decision of its first assessment, and how many decisions that is. */
export const medianToAssessment = (sql: SqlRunner, { from, until }: Period) => sql<
  { days: number | null; cases: number }[]
>`
  select (percentile_cont(0.5) within group (order by extract(epoch from s.decided_at - a.submitted_at) / 86400))::float8 as days,
    count(*) as cases
  from assessments as s
  join applications as a on a.id = s.application_id
  where s.decided_at >= ${from}::timestamptz and s.decided_at < ${until}::timestamptz and s.kind = 'first'`

/**
 * Applications of the period that were answered by a person, by a question or a decision, or for which the promised time is over; and
 * how many of them were answered within it. Office hours count. Those that the company register's confirmation approved at once are left out.
 */
export const answeredApplications = (sql: SqlRunner, { from, until, hours }: Period & { hours: number }) => sql<
  { cases: number; of: number }[]
>`
  select count(*) filter (where office_time(submitted_at, answered_at) <= promised) as cases, count(*) as of
  from (
    select a.submitted_at, least(d.decided_at, q.written_at) as answered_at, make_interval(hours => ${hours}::integer) as promised
    from applications as a
    left join lateral (
      select decided_at, decided_by from application_decisions where application_id = a.id order by id limit 1
    ) as d on true
    left join lateral (
      select written_at from application_remarks where application_id = a.id and kind = 'asked' order by id limit 1
    ) as q on true
    where a.submitted_at >= ${from}::timestamptz and a.submitted_at < ${until}::timestamptz
      and not (d.decided_at is not null and d.decided_by is null)
  ) as answers
  where answered_at is not null or office_time(submitted_at, ${until}::timestamptz) > promised`

/** The same of enquiries: answered is one that was marked as done. */
export const answeredEnquiries = (sql: SqlRunner, { from, until, hours }: Period & { hours: number }) => sql<
  { cases: number; of: number }[]
>`
  select count(*) filter (where state = 'done' and office_time(received_at, handled_at) <= promised) as cases, count(*) as of
  from contact_enquiries, make_interval(hours => ${hours}::integer) as promised
  where received_at >= ${from}::timestamptz and received_at < ${until}::timestamptz
    and (state = 'done' or office_time(received_at, ${until}::timestamptz) > promised)`

/** Of what was settled in the period how many were upheld. What was closed without a finding is left out. */
export const countUpheld = (sql: SqlRunner, { from, until }: Period) => sql<
  { kind: 'concerns' | 'complaints' | 'appeals'; cases: number; of: number }[]
>`
  select 'concerns' as kind, count(*) filter (where state = 'upheld') as cases, count(*) as of
  from concerns
  where settled_at >= ${from}::timestamptz and settled_at < ${until}::timestamptz and state <> 'closed'
  union all
  select 'complaints', count(*) filter (where is_upheld), count(*)
  from complaints
  where closed_at >= ${from}::timestamptz and closed_at < ${until}::timestamptz and is_upheld is not null
  union all
  select 'appeals', count(*) filter (where state = 'upheld'), count(*)
  from appeals
  where settled_at >= ${from}::timestamptz and settled_at < ${until}::timestamptz`

/** Entries of the register by their status now. */
export const countEntries = (sql: SqlRunner) => sql<{ status: RegisterStatus; entries: number }[]>`
  select status, sum(entries)::bigint as entries from register_totals where scope = 'all' group by status`

/** Entries of the register that are accredited now. */
export const countAccredited = (sql: SqlRunner) => sql<{ accredited: number }[]>`
  select coalesce(sum(entries), 0)::bigint as accredited from register_totals where scope = 'all' and status = 'active'`

/** What the lists hold now. @param input.today in London */
export const countLists = (sql: SqlRunner, { today }: { today: string }) => sql<Omit<LiveFigures, 'entries'>[]>`
  select
    (select coalesce(sum(entries), 0)::bigint from register_days where status = 'active' and sort_on >= ${today}::date) as upcoming,
    (select coalesce(sum(events), 0)::bigint from national_event_counts) as national,
    (select coalesce(sum(events), 0)::bigint from national_event_counts where accredited) as "nationalAccredited",
    (select count(*) from partners where active) as partners`
