-- $1 name, $2 trading name, $3 contact name, $4 email, $5 phone, $6 website, $7 company number, $8 submission key (null: none).
-- No row when the key is taken.
insert into organisations (name, trading_name, contact_name, email, phone, website, company_no, submission_key)
values (
  $1::text, nullif($2::text, ''), $3::text, $4::text, $5::text, nullif($6::text, ''), nullif($7::text, ''), $8::uuid
)
on conflict (submission_key) do nothing
returning id
