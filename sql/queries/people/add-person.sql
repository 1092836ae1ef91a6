-- $1 address in small letters, $2 name, $3 role. No row where somebody has the address.
insert into people (id, email, name, role, email_verified)
values (gen_random_uuid()::text, $1::text, $2::text, $3::text, false)
on conflict ((lower(email))) do nothing
returning id
