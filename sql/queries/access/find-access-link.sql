-- $1 SHA-256 of the token in hex: the link in whatever state, and the application that it leads to.
select a.id as application_id, a.organisation_id, a.status, l.used_at, l.expires_at
from access_links as l
join applications as a on a.id = l.application_id
where l.token_hash = decode($1::text, 'hex')
