-- $1 applications: notes, questions and answers lose their text.
update application_remarks set text = ''
where application_id = any($1::uuid[]) and kind in ('note', 'asked', 'answered') and text <> ''
returning id
