-- $1 the last run of the page before or null, $2 how many: newest first
select id, started_at, finished_at, outcome, stale_events, sessions_asked, sessions_paid, refunds_asked, events_listed, events_missed
from reconciliation_runs
where $1::uuid is null or id < $1::uuid
order by id desc
limit $2::int
