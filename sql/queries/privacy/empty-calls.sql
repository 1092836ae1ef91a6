-- $1 applications: their assessment calls lose phone and message.
update assessment_calls set phone = '', message = ''
where application_id = any($1::uuid[]) and (phone, message) <> ('', '')
returning id
