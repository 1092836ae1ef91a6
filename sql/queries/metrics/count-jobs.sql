-- The queue: jobs that are due, being done, tried before and given up, with the age in seconds of the one that has been due longest.
select
  task_identifier as name,
  count(*) filter (where attempts < max_attempts and run_at <= now() and locked_at is null)::int as due,
  count(*) filter (where locked_at is not null)::int as running,
  count(*) filter (where attempts < max_attempts and attempts > 0 and locked_at is null)::int as retried,
  count(*) filter (where attempts >= max_attempts and locked_at is null)::int as given_up,
  coalesce(extract(epoch from now() - min(run_at) filter (where attempts < max_attempts and run_at <= now() and locked_at is null)), 0)::float8 as oldest
from graphile_worker.jobs
group by task_identifier;
