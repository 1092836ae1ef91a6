-- $1 entry, locked until the transaction ends, with whom to tell of a change of its standing
select e.id, e.version, e.slug, e.number, e.title, e.status, standing(e.status, e.valid_until) as standing, e.status_reason,
  e.valid_until, e.application_id, e.featured, o.contact_name, o.email
from register_entries e
left join organisations o on o.id = e.organisation_id
where e.id = $1::uuid
for update of e
