-- $1 day, $2 time: calls that stand in a slot.
select count(*) as count from assessment_calls where day = $1::date and time = $2::time and state = 'booked'
