-- $1 application: its call, if one stands.
select id, application_id, day, time, phone, message, selected_options, state, sequence
from assessment_calls
where application_id = $1::uuid and state = 'booked'
