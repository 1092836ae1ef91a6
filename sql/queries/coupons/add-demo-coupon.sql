-- $1 code, $2 description, $3 percent, $4 what it is for: for the demonstration, where there is none of this code.
insert into coupons (code, description, percent_off, applies_to, once_per_organisation)
values ($1::text, $2::text, $3::integer, $4::text[], false)
on conflict (code) do nothing
returning code
