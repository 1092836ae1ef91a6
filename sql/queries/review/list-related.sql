-- $1 application: the latest others of the same organisation, company number or email address, and why each is shown.
with mine as (
  select a.id, a.organisation_id, upper(nullif(o.company_no, '')) as company_no, lower(o.email) as email
  from applications a join organisations o on o.id = a.organisation_id
  where a.id = $1::uuid
),
-- Each way has an index of its own, which a condition with `or` would pass by.
related as (
  select organisation_id as id from mine
  union
  select o.id from mine join organisations o on upper(o.company_no) = mine.company_no and o.company_no is not null
  union
  select o.id from mine join organisations o on lower(o.email) = mine.email
)
select
  a.id, a.reference, a.event_draft ->> 'title' as title, a.status, a.submitted_at, o.name as organisation_name,
  o.id = mine.organisation_id as is_same_organisation,
  coalesce(upper(o.company_no) = mine.company_no, false) as is_same_company,
  lower(o.email) = mine.email as is_same_email,
  e.slug as entry_slug, standing(e.status, e.valid_until) as entry_standing
from related
join organisations o on o.id = related.id
cross join mine
join applications a on a.organisation_id = o.id and a.id <> mine.id
left join register_entries e on e.application_id = a.id
order by a.submitted_at desc, a.id
limit 20
