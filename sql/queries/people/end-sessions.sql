-- $1 person
delete from sign_in_sessions where person_id = $1::text
