-- $1 application: what is known about who applies. `is_number_elsewhere`: somebody else's entry or refused application carries the same
-- company number; the same address is the same person.
select
  a.status, o.id as organisation_id, o.name, o.email, o.company_no, o.company_key,
  exists (select from register_entries as e where e.application_id = a.id) as is_published,
  exists (select from identity_releases as r where r.application_id = a.id) as is_let_through,
  exists (select from confirmed_addresses as c where c.email = lower(o.email)) as is_address_confirmed,
  array(select d.domain from company_domains as d where d.company_key = o.company_key order by d.domain) as domains,
  exists (
    select from organisations as other
    where other.company_key = o.company_key and other.id <> o.id and lower(other.email) <> lower(o.email) and (
      exists (select from register_entries as e where e.organisation_id = other.id)
      or exists (
        select from applications as b
        where b.organisation_id = other.id
          and (b.status = 'rejected' or exists (select from register_entries as e where e.application_id = b.id))
      )
    )
  ) as is_number_elsewhere
from applications as a
join organisations as o on o.id = a.organisation_id
where a.id = $1::uuid
