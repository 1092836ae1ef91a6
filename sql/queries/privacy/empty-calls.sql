-- $1 applications: their assessment calls lose phone, message and whom they count for.
update assessment_calls set phone = '', message = '', mailbox = '', visitor = ''
where application_id = any($1::uuid[]) and (phone, message, mailbox) <> ('', '', '')
returning id
