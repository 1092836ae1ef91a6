-- $1 SHA-256 of the token in hex, $2 application, $3 now, $4 when it ends. Links of the application that ended a year ago go.
with outlived as (
  delete from access_links where application_id = $2::uuid and expires_at < $3::timestamptz - interval '1 year'
)
insert into access_links (token_hash, application_id, created_at, expires_at)
values (decode($1::text, 'hex'), $2::uuid, $3::timestamptz, $4::timestamptz)
