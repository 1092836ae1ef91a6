import type { SqlRunner } from '#database/sql.ts'

/**
 * The queue: jobs that are due, being done, tried before and given up, with the age in seconds of the one that has been due
 *   longest.
 */
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
  group by task_identifier;`

/**
 * What waits outside the queue's own count: payment events not processed, mails waiting and mails given up, each with the age in
 *   seconds of the oldest.
 */
export const countWaiting = (sql: SqlRunner) => sql<{ name: string; waiting: number; oldest: number }[]>`
  select 'payment_events' as name, count(*)::int as waiting,
    coalesce(extract(epoch from now() - min(received_at)), 0)::float8 as oldest
  from payment_events where processed_at is null
  union all
  select 'mails_' || state, count(*)::int, coalesce(extract(epoch from now() - min(created_at)), 0)::float8
  from mails where state in ('waiting', 'failed') group by state;`

/** The oldest change that the public log has not signed: its age in seconds. */
export const findUnsigned = (sql: SqlRunner) => sql<{ seconds: number }[]>`
  select extract(epoch from now() - (convert_from(leaf, 'UTF8')::json ->> 'recorded')::timestamptz)::float8 as seconds
  from register_leaves where position is null order by id limit 1;`

/**
 * Webhooks by the result of their last attempt, of those tried within the hour; and as `due` those that wait for a first or another attempt, with
 *   the seconds for which an endpoint has waited for its turn longest: a receiver that is slow or fails is not counted, since it has had its turn.
 */
export const countWebhooks = (sql: SqlRunner) => sql<{ result: string; deliveries: number; oldest: number }[]>`
  select state as result, count(*)::int as deliveries, 0::float8 as oldest
  from webhook_deliveries where attempted_at > now() - interval '1 hour' group by state
  union all
  select 'due', count(*)::int, coalesce((
    select greatest(0, extract(epoch from now() - min(due_at))) from webhook_endpoints where state = 'active'), 0)::float8
  from webhook_deliveries as d join webhook_endpoints as e on e.id = d.endpoint_id
  where d.state = 'waiting' and e.state = 'active' and d.next_at <= now();`

/**
 * Of the last day: reports of mails by kind, and the mails that were handed over or refused for their address; and how many addresses are
 *   suppressed now.
 */
export const countBounces = (sql: SqlRunner) => sql<{ name: string; count: number }[]>`
  select kind as name, count(*)::int as count from bounces where received_at > now() - interval '1 day' group by kind
  union all
  select 'handed-over', count(*)::int from mails
  where settled_at > now() - interval '1 day' and html_body <> '' and state in ('sent', 'bounced')
  union all
  select 'suppressed', count(*)::int from suppressed_addresses where lifted_at is null;`

/** Connections to this database by what they are doing, and how many the server allows. */
export const countConnections = (sql: SqlRunner) => sql<{ state: string; connections: number; most: number }[]>`
  select coalesce(state, 'other') as state, count(*)::int as connections, current_setting('max_connections')::int as most
  from pg_stat_activity where datname = current_database() group by 1;`
