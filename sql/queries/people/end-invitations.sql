-- $1 person
delete from invitations where person_id = $1::text and used_at is null
