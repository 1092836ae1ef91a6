-- $1 address in small letters
select id, confirmed_at from confirmed_addresses where email = $1::text
