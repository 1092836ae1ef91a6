-- $1 application. Everything that changes an application's orders holds this lock first.
select
  a.id, a.status, a.organisation_id, a.checkout_closed_at,
  o.name as organisation_name, o.email as organisation_email, o.stripe_customer_id, o.company_key,
  (select e.status from register_entries e where e.application_id = a.id) as entry_status
from applications a
join organisations o on o.id = a.organisation_id
where a.id = $1::uuid
for update of a
