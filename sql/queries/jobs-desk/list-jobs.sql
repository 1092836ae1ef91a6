-- $1 state or null ('waiting', 'retrying', 'running', 'failed'), $2 id of the last one seen or null, $3 how many: newest first.
-- What was done is gone from the queue.
select * from (
  select id, task_identifier as name, run_at, attempts, max_attempts, last_error, created_at, locked_at,
    case
      when locked_at is not null then 'running'
      when attempts >= max_attempts then 'failed'
      when attempts > 0 then 'retrying'
      else 'waiting'
    end as state
  from graphile_worker.jobs
) as jobs
where ($1::text is null or state = $1::text) and ($2::bigint is null or id < $2::bigint)
order by id desc
limit $3::int
