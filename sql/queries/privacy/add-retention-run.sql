-- $1 started, $2 finished, $3 how many rows each period removed. Reports older than 400 days go.
with old as (delete from retention_runs where started_at < $1::timestamptz - interval '400 days')
insert into retention_runs (started_at, finished_at, removed)
values ($1::timestamptz, $2::timestamptz, $3::jsonb)
returning id
