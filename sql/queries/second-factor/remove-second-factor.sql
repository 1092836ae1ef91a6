-- $1 person. Their recovery codes go with it.
delete from second_factors where person_id = $1::text returning enrolled_at
