-- $1 address in small letters, $2 now. The first confirmation stays.
insert into confirmed_addresses as c (email, confirmed_at) values ($1::text, $2::timestamptz)
on conflict (email) do update set confirmed_at = c.confirmed_at
returning id
