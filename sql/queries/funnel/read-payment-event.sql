-- $1 event
select id, type, payload, processed_at from payment_events where id = $1::text
