-- $1 run, $2 now, $3 outcome, $4 stale events, $5 sessions asked about, $6 paid of them, $7 refunds asked about, $8 events listed,
-- $9 missed of them
update reconciliation_runs
set finished_at = $2::timestamptz, outcome = $3::text, stale_events = $4::int, sessions_asked = $5::int, sessions_paid = $6::int,
  refunds_asked = $7::int, events_listed = $8::int, events_missed = $9::int
where id = $1::uuid
