-- $1 entry: everything that has happened to it, the latest first
select id, happened_at, change, reason, cause from register_history where entry_id = $1::uuid order by id desc limit 200
