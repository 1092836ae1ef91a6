-- $1 SHA-256 of the token in hex, $2 person, $3 now, $4 when it ends. Earlier links of the person that were not used end.
with gone as (
  delete from invitations where person_id = $2::text and used_at is null
)
insert into invitations (token_hash, person_id, created_at, expires_at)
values (decode($1::text, 'hex'), $2::text, $3::timestamptz, $4::timestamptz)
