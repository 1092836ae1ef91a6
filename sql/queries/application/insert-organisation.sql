-- $1 name, $2 trading name, $3 contact name, $4 email, $5 phone, $6 website, $7 company number, $8 submission key (null: none), $9 browser
-- that sends it (null: not known). A key that is taken: what the same browser corrected before the application was stored takes the place
-- of what stood there; once there is an application, or from another browser, no row.
insert into organisations as o (name, trading_name, contact_name, email, phone, website, company_no, submission_key, sent_from)
values (
  $1::text, nullif($2::text, ''), $3::text, $4::text, $5::text, nullif($6::text, ''), nullif($7::text, ''), $8::uuid,
  -- An unknown browser that sends what was shared by a link: a browser that nobody has, so that the key opens nothing again.
  coalesce($9::uuid, (
    select gen_random_uuid() from application_drafts as d join access_links as l on l.draft_id = d.id
    where d.submission_key = $8::uuid and l.used_at is not null
    limit 1
  ))
)
on conflict (submission_key) do update
set
  name = excluded.name, trading_name = excluded.trading_name, contact_name = excluded.contact_name, email = excluded.email,
  phone = excluded.phone, website = excluded.website, company_no = excluded.company_no
where not exists (select from applications as a where a.organisation_id = o.id)
  and (o.sent_from is null or o.sent_from = $9::uuid)
returning id, xmax = 0 as created
