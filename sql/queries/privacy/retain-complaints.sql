-- $1 moment: complaints closed before it go.
delete from complaints where closed_at < $1::timestamptz returning 1 as one
