-- $1 state or null for all, $2 id of the last one seen or null, $3 how many: newest first
select id, kind, to_name, to_email, subject, state, created_at
from mails
where ($1::text is null or state = $1::text) and ($2::uuid is null or id < $2::uuid)
order by id desc
limit $3::int
