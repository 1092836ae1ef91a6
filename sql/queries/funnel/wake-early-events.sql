-- $1 payment intent: events about a payment that was not known yet become unprocessed again.
update payment_events set processed_at = null, outcome = null
where outcome = 'early' and payload -> 'data' -> 'object' ->> 'payment_intent' = $1::text
returning id
