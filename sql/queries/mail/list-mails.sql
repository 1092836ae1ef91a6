-- $1 state or null for all, $2 part of an address or subject or null, $3 id of the last one seen or null, $4 how many: newest first
select id, kind, to_name, to_email, subject, state, reason, created_at
from mails
where ($1::text is null or state = $1::text) and ($3::uuid is null or id < $3::uuid)
  and ($2::text is null or fold(to_email) like containing($2::text) or fold(subject) like containing($2::text))
order by id desc
limit $4::int
