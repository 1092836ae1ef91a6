-- $1 payment, $2 note, $3 now: what was not booked went back, so nothing is left to do.
update payment_findings set settled_at = $3::timestamptz, settled_by_name = 'The payment provider', note = $2::text
where payment_intent_id = $1::text and settled_at is null
returning id
