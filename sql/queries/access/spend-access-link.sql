-- $1 SHA-256 of the token in hex, $2 now. One statement: of several at once the others wait for the row, find it used, and get none.
update access_links as l set used_at = $2::timestamptz
from applications as a
where l.token_hash = decode($1::text, 'hex') and a.id = l.application_id
  and l.used_at is null and l.expires_at > $2::timestamptz
returning a.id as application_id, a.organisation_id, a.status
