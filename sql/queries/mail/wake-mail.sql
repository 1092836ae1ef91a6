-- $1 mail: a failed one is to be tried again. No row when it is not failed.
update mails set state = 'waiting', attempts = 0, reason = null, settled_at = null
where id = $1::uuid and state = 'failed'
returning id
