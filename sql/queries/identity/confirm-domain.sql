-- $1 company number, $2 domain, $3 person, $4 their name, $5 now. No row when it was confirmed before.
insert into company_domains (company_key, domain, confirmed_by, confirmed_by_name, confirmed_at)
values ($1::text, $2::text, $3::text, $4::text, $5::timestamptz)
on conflict (company_key, domain) do nothing
returning domain
