-- $1 now
insert into reconciliation_runs (started_at) values ($1::timestamptz) returning id
