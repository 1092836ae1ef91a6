-- $1 call, $2 day, $3 time.
update assessment_calls
set day = $2::date, time = $3::time, sequence = sequence + 1, changed_at = now()
where id = $1::uuid and state = 'booked'
returning id, application_id, day, time, phone, message, selected_options, state, sequence
