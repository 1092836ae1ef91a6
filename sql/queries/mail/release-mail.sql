-- $1 mail, $2 why this attempt came to nothing: it waits for the next one
update mails set reason = $2::text, sending_until = null where id = $1::uuid and state = 'waiting'
