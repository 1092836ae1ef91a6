-- $1 person, $2 one of their sessions
delete from sign_in_sessions where person_id = $1::text and id = $2::text returning id
