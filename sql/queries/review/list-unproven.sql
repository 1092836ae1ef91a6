-- $1 how many: applications whose paid listing waits to be published, with what is known about who applies; the longest waiting first.
select
  a.id, a.reference, a.event_draft ->> 'title' as title, o.name as organisation_name, o.company_no,
  a.company_check ->> 'state' as company_check, o.email, w.waits_since, w.amount_pence - w.discount_pence as paid_pence, w.coupon_code,
  exists (select from confirmed_addresses as c where c.email = lower(o.email)) as is_address_confirmed,
  (
    select count(*) from organisations as other join applications as b on b.organisation_id = other.id
    where other.company_key = o.company_key and b.id <> a.id
  ) as others,
  (
    select count(*) from organisations as other
    join applications as b on b.organisation_id = other.id
    join register_entries as e on e.application_id = b.id
    where other.company_key = o.company_key and b.id <> a.id
  ) as entries
from orders as w
join applications as a on a.id = w.application_id
join organisations as o on o.id = a.organisation_id
where w.waits_since is not null
order by w.waits_since, a.id
limit $1::int
