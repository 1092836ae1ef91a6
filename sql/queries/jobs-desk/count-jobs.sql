-- How many jobs stand where.
select
  case
    when locked_at is not null then 'running'
    when attempts >= max_attempts then 'failed'
    when attempts > 0 then 'retrying'
    else 'waiting'
  end as state,
  count(*) as jobs
from graphile_worker.jobs
group by 1
