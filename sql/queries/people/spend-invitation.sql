-- $1 SHA-256 of the token in hex, $2 now. One statement: of several at once the others wait for the row, find it used, and get none.
update invitations as i set used_at = $2::timestamptz
from people as p
where i.token_hash = decode($1::text, 'hex') and i.used_at is null and i.expires_at > $2::timestamptz
  and p.id = i.person_id and p.deactivated_at is null
returning p.id, p.name, p.email
