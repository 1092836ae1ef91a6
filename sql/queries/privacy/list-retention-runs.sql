-- The last runs of the retention periods.
select started_at, finished_at, removed from retention_runs order by id desc limit 30
