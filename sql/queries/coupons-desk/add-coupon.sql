-- $1 code in capitals, $2 description, $3 percent, $4 what it is for, $5 once per organisation, $6 from, $7 until or null,
-- $8 how often or null. No row comes back when there is such a code.
insert into coupons (code, description, percent_off, applies_to, once_per_organisation, starts_at, ends_at, max_uses)
values ($1::text, $2::text, $3::integer, $4::text[], $5::boolean, $6::timestamptz, $7::timestamptz, $8::integer)
on conflict (code) do nothing
returning code
