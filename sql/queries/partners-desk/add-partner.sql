-- $1 name, $2 address or null, $3 logo or null, $4 shown: after all others
insert into partners (name, url, logo_url, active, priority)
values ($1::text, $2::text, $3::text, $4::boolean, (select coalesce(max(priority), 0) + 10 from partners))
returning id
