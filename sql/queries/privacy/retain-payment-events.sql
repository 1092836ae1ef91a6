-- $1 moment: of payment events that arrived before it and are worked off, everything but kind, outcome and time goes.
update payment_events set payload = '{}'
where received_at < $1::timestamptz and processed_at is not null and payload <> '{}'
returning 1 as one
