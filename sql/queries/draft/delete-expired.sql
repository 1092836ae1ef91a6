-- $1 now: drafts whose time is over.
delete from application_drafts where expires_at <= $1::timestamptz
returning id
