-- $1 submission key
select id, reference, organisation_id, status, event_draft, submitted_at
from applications
where submission_key = $1::uuid
