-- $1 application: notes, assignments, questions and answers, oldest first
select id, kind, author_name, text, written_at
from application_remarks
where application_id = $1::uuid
order by id
