-- $1 update: what is to be delivered; no row when that is done or given up.
select u.id, u.application_id, a.reference, u.status, u.selected_options, u.attempts, u.created_at
from crm_updates u
join applications a on a.id = u.application_id
where u.id = $1::uuid and u.state = 'waiting'
