-- $1 how many at most: failed mails are to be tried again, the newest first.
update mails set state = 'waiting', attempts = 0, reason = null, settled_at = null
where id in (select id from mails where state = 'failed' order by id desc limit $1::int for update skip locked)
returning id
