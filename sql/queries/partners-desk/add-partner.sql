-- $1 id, $2 name, $3 address or null, $4 logo or null, $5 shown: after all others. No row where the id is taken.
insert into partners (id, name, url, logo_url, active, priority)
values ($1::uuid, $2::text, $3::text, $4::text, $5::boolean, (select coalesce(max(priority), 0) + 10 from partners))
on conflict (id) do nothing
returning id
