-- $1 call: one change of it at a time.
select id, application_id, day, time, phone, message, selected_options, state, sequence
from assessment_calls
where id = $1::uuid
for update
