-- $1 order, $2 now: since when a paid listing waits for its entry. The first moment stays.
update orders
set waits_since = $2::timestamptz, wait_reminders = 0, wait_reminded_at = null, updated_at = now()
where id = $1::uuid and waits_since is null
