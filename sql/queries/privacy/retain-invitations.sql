-- $1 moment: links that ran out before it go.
delete from invitations where expires_at < $1::timestamptz returning 1 as one
