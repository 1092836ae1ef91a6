-- $1 moment: of calls before it phone and message go.
update assessment_calls set phone = '', message = ''
where (day + time) at time zone 'Europe/London' < $1::timestamptz and (phone, message) <> ('', '')
returning 1 as one
