-- $1 SHA-256 of the token in hex, $2 roles that review: the question in whatever state, and the application that it is about.
-- Whoever asked and reviews no longer is told nothing more.
select q.application_id, a.reference, a.status, a.event_draft ->> 'title' as title, r.text as question, r.author_id as asked_by,
  p.name as asker_name, p.email as asker_email, q.answered_at, q.expires_at
from application_questions q
join applications a on a.id = q.application_id
join application_remarks r on r.id = q.remark_id
left join people p on p.id = r.author_id and p.deactivated_at is null and p.role = any ($2::text[])
where q.token_hash = decode($1::text, 'hex')
