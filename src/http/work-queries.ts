import type { SqlRunner } from '#database/sql.ts'

export const countJobs = (sql: SqlRunner) => sql<
  { name: string; due: number; running: number; retried: number; given_up: number; oldest: number }[]
>`
  select
    task_identifier as name,
    count(*) filter (where attempts < max_attempts and run_at <= now() and locked_at is null)::int as due,
    count(*) filter (where locked_at is not null)::int as running,
    count(*) filter (where attempts < max_attempts and attempts > 0 and locked_at is null)::int as retried,
    count(*) filter (where attempts >= max_attempts and locked_at is null)::int as given_up,
    coalesce(extract(epoch from now() - min(run_at) filter (where attempts < max_attempts and run_at <= now()
      and locked_at is null)), 0)::float8 as oldest
  from graphile_worker.jobs
  group by task_identifier`

export const countWaiting = (sql: SqlRunner) => sql<{ name: string; waiting: number; oldest: number }[]>`
  select 'payment_events' as name, count(*)::int as waiting,
    coalesce(extract(epoch from now() - min(received_at)), 0)::float8 as oldest
  from payment_events where processed_at is null
  union all
  select 'mails_' || state, count(*)::int, coalesce(extract(epoch from now() - min(created_at)), 0)::float8
  from mails where state in ('waiting', 'failed') group by state`

export const findUnsigned = (sql: SqlRunner) => sql<{ seconds: number }[]>`
  select extract(epoch from now() - (convert_from(leaf, 'UTF8')::json ->> 'recorded')::timestamptz)::float8 as seconds
  from register_leaves where position is null order by id limit 1`

/** `backup`: of the newest dump; `archive`: since WAL was archived last, where that fails. Null where there is none. */
export const findSafekeeping = (sql: SqlRunner) => sql<{ backup: number | null; archive: number | null }[]>`
  select (select extract(epoch from now() - max(made_at))::float8 from backups_made) as backup,
    (select extract(epoch from now() - coalesce(last_archived_time, stats_reset))::float8 from pg_stat_archiver
      where last_failed_time > coalesce(last_archived_time, '-infinity')) as archive`

/** Of the log that is being signed: each witness, and since when too few have seen it. Without witnesses there are no rows. */
export const findUnwitnessed = (sql: SqlRunner) => sql<{ witness: string; silent: number; unwitnessed: number }[]>`
  with log as (
    select name as origin, (
      select max(size) from log_checkpoints as c where c.origin = name and c.witnessed_at is not null) as witnessed
    from signing_keys where purpose = 'log' and ended_at is null
  )
  select split_part(w.key, '+', 1) as witness,
    coalesce(extract(epoch from now() - case when w.size is null then w.asked_since else (
      select signed_at from log_checkpoints as c where c.origin = w.origin and c.size > w.size order by c.size limit 1) end), 0)::float8 as silent,
    coalesce(extract(epoch from now() - (
      select greatest(w.asked_since, signed_at) from log_checkpoints as c
      where c.origin = w.origin and c.size > coalesce(log.witnessed, -1) order by c.size limit 1)), 0)::float8 as unwitnessed
  from log_witnesses as w join log using (origin)`

export const countBounces = (sql: SqlRunner) => sql<{ name: string; count: number }[]>`
  select kind as name, count(*)::int as count from bounces where received_at > now() - interval '1 day' group by kind
  union all
  select 'handed-over', count(*)::int from mails
  where settled_at > now() - interval '1 day' and html_body <> '' and state in ('sent', 'bounced')
  union all
  select 'suppressed', count(*)::int from suppressed_addresses where lifted_at is null`
