-- $1 moment: counters whose window ended before it go.
delete from rate_limits where ends_at < $1::timestamptz returning 1 as one
