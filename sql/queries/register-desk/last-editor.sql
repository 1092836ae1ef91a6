-- $1 entry: who of the desk changed it last
select actor_name, happened_at from audit_log
where subject_kind = 'entry' and subject_id = $1::text
order by id desc limit 1
