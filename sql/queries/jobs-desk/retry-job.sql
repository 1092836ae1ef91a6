-- $1 job: it runs now, with all its attempts anew. No row for one that is done, unknown, or running at this moment.
select id, task_identifier as name
from graphile_worker.jobs
where id in (
  select id from graphile_worker.reschedule_jobs(array[$1::bigint], run_at := now(), attempts := 0)
)
