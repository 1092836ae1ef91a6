-- $1 application whose copy waits, held until the transaction ends; no row when it was sent. `by_registry`: the registry's word has approved
-- it, which nobody was told of yet.
select id, reference, organisation_id, status, event_draft, submitted_at,
  status = 'approved' and not exists (
    select from application_decisions as d where d.application_id = applications.id and d.decided_by is not null
  ) as by_registry
from applications
where id = $1::uuid and copy_waits
for update
