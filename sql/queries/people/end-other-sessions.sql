-- $1 person, $2 the session that stays; null ends every one.
delete from sign_in_sessions where person_id = $1::text and id is distinct from $2::text
