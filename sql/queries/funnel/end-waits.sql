-- $1 application: no order of it waits for its entry any more.
update orders set waits_since = null, updated_at = now() where application_id = $1::uuid and waits_since is not null
