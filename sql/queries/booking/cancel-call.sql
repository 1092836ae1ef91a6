-- $1 call: its slot is free again.
update assessment_calls
set state = 'cancelled', sequence = sequence + 1, changed_at = now()
where id = $1::uuid and state = 'booked'
returning id, application_id, day, time, phone, message, selected_options, state, sequence
