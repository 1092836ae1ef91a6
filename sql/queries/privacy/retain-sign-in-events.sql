-- $1 moment: sign-ins before it go.
delete from sign_in_events where happened_at < $1::timestamptz returning 1 as one
