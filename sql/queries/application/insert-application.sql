-- $1 reference, $2 organisation, $3 status, $4 coupon code, $5 event draft, $6 what the registry said, $7 submission key (null: none).
-- No row when the key is taken.
insert into applications (reference, organisation_id, status, coupon_code, event_draft, company_check, submission_key)
values ($1::text, $2::uuid, $3::text, nullif($4::text, ''), $5::jsonb, $6::jsonb, $7::uuid)
on conflict (submission_key) do nothing
returning id, reference, organisation_id, status, event_draft, submitted_at
