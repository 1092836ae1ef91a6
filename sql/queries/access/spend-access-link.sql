-- $1 SHA-256 of the token in hex, $2 now. One statement: of several at once the others wait for the row, find it used, and get none.
update access_links as l set used_at = $2::timestamptz
where l.token_hash = decode($1::text, 'hex') and l.used_at is null and l.expires_at > $2::timestamptz
returning l.application_id, l.draft_id, l.email,
  (select organisation_id from applications where id = l.application_id) as organisation_id,
  (select status from applications where id = l.application_id) as status
