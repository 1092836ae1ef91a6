-- An application with its organisation's name, locked until the transaction ends: what is published for it happens one at a time.
--
-- $1 application id
select a.status, a.event_draft, a.organisation_id, a.checkout_closed_at, o.name as organisation_name, o.email as organisation_email
from applications as a join organisations as o on o.id = a.organisation_id
where a.id = $1::uuid
for update of a
