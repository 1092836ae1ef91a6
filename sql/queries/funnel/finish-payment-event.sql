-- $1 event, $2 outcome, $3 now
update payment_events set processed_at = $3::timestamptz, outcome = $2::text where id = $1::text
