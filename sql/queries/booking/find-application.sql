-- $1 application: whom a call is with, and where it stands.
select
  a.id, a.organisation_id, a.status, a.reference, a.event_draft ->> 'title' as title,
  o.name as organisation, o.contact_name, o.email, o.phone
from applications a
join organisations o on o.id = a.organisation_id
where a.id = $1::uuid
