-- $1 application: the last of its calls that was not cancelled, to come or over.
select id, application_id, day, time, phone, message, selected_options, state, sequence
from assessment_calls
where application_id = $1::uuid and state <> 'cancelled'
order by day desc, time desc
limit 1
