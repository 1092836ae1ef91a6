-- $1 event: it becomes unprocessed again.
update payment_events set processed_at = null, outcome = null where id = $1::text returning id
