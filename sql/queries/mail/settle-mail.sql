-- $1 mail, $2 'sent', 'kept' or 'failed', $3 reason or null
update mails set state = $2::text, reason = $3::text, sending_until = null, settled_at = now()
where id = $1::uuid and state = 'waiting'
