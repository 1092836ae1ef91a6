-- $1 update: one that was given up or kept waits again, from the first attempt.
update crm_updates set state = 'waiting', attempts = 0, settled_at = null
where id = $1::uuid and state in ('failed', 'kept')
returning id, application_id
