-- $1 id
select id, reference, organisation_id, status, event_draft, submitted_at
from applications
where id = $1::uuid
