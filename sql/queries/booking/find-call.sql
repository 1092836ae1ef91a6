-- $1 call.
select id, application_id, day, time, phone, message, selected_options, state, sequence
from assessment_calls
where id = $1::uuid
