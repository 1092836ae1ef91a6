-- $1 company name, $2 has ticketed events, $3 wants more attendance, $4 name, $5 email, $6 phone, $7 wording consented to or null.
-- The same answers again only move the time; a consent once given stays.
insert into quick_apply_leads as l
  (company_name, has_ticketed_events, wants_more_attendance, name, email, phone, marketing_consent)
values ($1::text, $2::boolean, $3::boolean, $4::text, $5::text, $6::text, $7::text)
on conflict (lower(email), lower(company_name), lower(name), phone, has_ticketed_events, wants_more_attendance)
do update set last_sent_at = now(), marketing_consent = coalesce(excluded.marketing_consent, l.marketing_consent)
