-- $1 person, job or command, $2 its id, $3 its name, $4 action, $5 and $6 subject's kind and id, $7 fields before, $8 fields after.
insert into audit_log (actor_kind, actor_id, actor_name, action, subject_kind, subject_id, before, after)
values ($1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::jsonb, $8::jsonb)
