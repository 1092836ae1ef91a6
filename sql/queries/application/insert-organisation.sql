-- $1 name, $2 trading name, $3 contact name, $4 email, $5 phone, $6 website, $7 company number, $8 submission key (null: none).
-- A key that is taken: what was corrected before the application was stored takes the place of what stood there; once there is an
-- application, no row.
insert into organisations as o (name, trading_name, contact_name, email, phone, website, company_no, submission_key)
values (
  $1::text, nullif($2::text, ''), $3::text, $4::text, $5::text, nullif($6::text, ''), nullif($7::text, ''), $8::uuid
)
on conflict (submission_key) do update
set
  name = excluded.name, trading_name = excluded.trading_name, contact_name = excluded.contact_name, email = excluded.email,
  phone = excluded.phone, website = excluded.website, company_no = excluded.company_no
where not exists (select from applications as a where a.organisation_id = o.id)
returning id, xmax = 0 as created
