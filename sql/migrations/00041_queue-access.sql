-- The queue's schema may belong to a role of its own (sql/rights.sql). What others do with it they do by these functions, with their
-- owner's rights.

create function add_job(name text, payload json, job_key text, run_at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform graphile_worker.add_job(name, payload := payload, job_key := job_key, run_at := run_at, max_attempts := 25);
end
$$;
revoke execute on function add_job from public;

-- The id of the job, which runs now with all its attempts anew; no row for one that is done, unknown or running.
create function retry_job(job_id bigint) returns setof bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select id from graphile_worker.reschedule_jobs(array[job_id], run_at := now(), attempts := 0);
end
$$;
revoke execute on function retry_job from public;
