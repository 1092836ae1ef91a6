import type { SqlRunner } from '#database/sql.ts'
import type { JobState } from '../rules.ts'

export type JobRow = {
  id: number
  name: string
  run_at: string
  attempts: number
  max_attempts: number
  last_error: string | null
  created_at: string
  locked_at: string | null
  state: JobState
}

/**
 * In the order in which they were added. What was done is gone from the queue.
 * @param input.state state or null ('waiting', 'retrying', 'running', 'failed')
 */
export const listJobs = (
  sql: SqlRunner,
  {
    state,
    newestFirst,
    limit,
    offset,
  }: { state: JobState | null; newestFirst: boolean; limit: number; offset: number },
) => sql<JobRow[]>`
  select id, name, run_at, attempts, max_attempts, last_error, created_at, locked_at, state from (
    select id, task_identifier as name, run_at, attempts, max_attempts, last_error, created_at, locked_at,
      case
        when locked_at is not null then 'running'
        when attempts >= max_attempts then 'failed'
        when attempts > 0 then 'retrying'
        else 'waiting'
      end as state
    from graphile_worker.jobs
  ) as jobs
  ${state === null ? sql`` : sql`where state = ${state}::text`}
  ${newestFirst ? sql`order by id desc` : sql`order by id`}
  limit ${limit}::int offset ${offset}::int`

/** How many jobs stand where. */
export const countJobs = (sql: SqlRunner) => sql<{ state: JobState; jobs: number }[]>`
  select
    case
      when locked_at is not null then 'running'
      when attempts >= max_attempts then 'failed'
      when attempts > 0 then 'retrying'
      else 'waiting'
    end as state,
    count(*) as jobs
  from graphile_worker.jobs
  group by 1`

/** It runs now, with all its attempts anew. No row for one that is done, unknown, or running at this moment. */
export const retryJob = (sql: SqlRunner, { id }: { id: number }) => sql<{ id: number; name: string }[]>`
  select id, task_identifier as name
  from graphile_worker.jobs
  where id in (select retry_job(${id}::bigint))`
