-- $1 application. Everything that changes an application's orders holds this lock first.
select
  a.id, a.status, a.organisation_id,
  o.name as organisation_name, o.email as organisation_email, o.stripe_customer_id
from applications a
join organisations o on o.id = a.organisation_id
where a.id = $1::uuid
for update of a
