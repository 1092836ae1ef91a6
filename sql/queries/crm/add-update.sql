-- $1 application, $2 CRM status, $3 chosen levels, $4 state of the update ('waiting' or 'kept').
-- The application's own status stays as it is. No row when the CRM has been told exactly this last.
with changed as (
  update applications
  set crm_status = $2::text, crm_options = $3::text[], updated_at = now()
  where id = $1::uuid and (crm_status is distinct from $2::text or crm_options <> $3::text[])
  returning id
)
insert into crm_updates (application_id, status, selected_options, state, settled_at)
select id, $2::text, $3::text[], $4::text, case when $4::text = 'kept' then now() end
from changed
returning id
