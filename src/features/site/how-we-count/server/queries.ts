import type { SqlRunner } from '#database/sql.ts'
import type { RegisterStatus } from '#domain/register-status.ts'
import type { Period } from '#features/applications/server/decision-times.ts'
import type { LiveFigures } from '../rules.ts'

/**
 * Applications of the period that were answered by a person, by a question or a decision, or for which the promised time is over; and
 * how many of them were answered within it. Office hours count: they are never more than the time that has passed, which is looked at first because
 * counting them costs more than all the rest. Those that the company register's confirmation approved at once are left out.
 */
export const answeredApplications = (sql: SqlRunner, { from, until, hours }: Period & { hours: number }) => sql<
  { cases: number; of: number }[]
>`
  select count(*) filter (
      where answered_at - submitted_at <= promised or office_time(submitted_at, answered_at) <= promised
    ) as cases, count(*) as of
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
  where answered_at is not null
    or (${until}::timestamptz - submitted_at > promised and office_time(submitted_at, ${until}::timestamptz) > promised)`

/** The same of enquiries: answered is one that was marked as done. */
export const answeredEnquiries = (sql: SqlRunner, { from, until, hours }: Period & { hours: number }) => sql<
  { cases: number; of: number }[]
>`
  select count(*) filter (
      where state = 'done' and (handled_at - received_at <= promised or office_time(received_at, handled_at) <= promised)
    ) as cases, count(*) as of
  from contact_enquiries, make_interval(hours => ${hours}::integer) as promised
  where received_at >= ${from}::timestamptz and received_at < ${until}::timestamptz
    and (state = 'done'
      or (${until}::timestamptz - received_at > promised and office_time(received_at, ${until}::timestamptz) > promised))`

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
