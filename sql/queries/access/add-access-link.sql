-- $1 SHA-256 of the token in hex, $2 application or null, $3 draft or null, $4 now, $5 when it ends, $6 the address that it is
-- mailed to. Links to the same that ended a year
-- ago go.
with outlived as (
  delete from access_links
  where (application_id = $2::uuid or draft_id = $3::uuid) and expires_at < $4::timestamptz - interval '1 year'
)
insert into access_links (token_hash, application_id, draft_id, created_at, expires_at, email)
values (decode($1::text, 'hex'), $2::uuid, $3::uuid, $4::timestamptz, $5::timestamptz, $6::text)
