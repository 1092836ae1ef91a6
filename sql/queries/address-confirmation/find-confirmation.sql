-- $1 SHA-256 of the token in hex: the link in whatever state, and whether its address is confirmed.
select l.email, l.reason, l.expires_at, exists (select from confirmed_addresses as c where c.email = l.email) as is_confirmed
from address_confirmations as l
where l.token_hash = decode($1::text, 'hex')
