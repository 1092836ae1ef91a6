-- $1 subject's kind, $2 its id: what people of the desk have done about it, oldest first
select id, happened_at, actor_name, action from audit_log
where subject_kind = $1::text and subject_id = $2::text
order by id
limit 200
