-- $1 person, $2 time step. No row for a step that was used, or lies before one that was: of two at once, one gets it.
update second_factors set last_step = $2::bigint
where person_id = $1::text and last_step < $2::bigint
returning person_id
