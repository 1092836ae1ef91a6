-- $1 moment: sessions that ran out before it go.
delete from sign_in_sessions where expires_at < $1::timestamptz returning 1 as one
