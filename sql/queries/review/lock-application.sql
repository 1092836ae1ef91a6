-- $1 application, locked until the transaction ends, with what a mail to its organisation needs
select a.id, a.reference, a.status, a.assigned_to, p.name as assigned_name, a.event_draft ->> 'title' as title,
  o.contact_name, o.email
from applications a
join organisations o on o.id = a.organisation_id
left join people p on p.id = a.assigned_to
where a.id = $1::uuid
for update of a
