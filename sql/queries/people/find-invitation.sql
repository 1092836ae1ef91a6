-- $1 SHA-256 of the token in hex. The link in whatever state, and whose it is.
select p.id as person_id, p.name, p.email, p.role, p.deactivated_at, i.used_at, i.expires_at,
  exists (select from credentials as c where c.person_id = p.id and c.password is not null) as has_password
from invitations as i
join people as p on p.id = i.person_id
where i.token_hash = decode($1::text, 'hex')
