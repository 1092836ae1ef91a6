-- $1 kind, $2 state or null, $3 search text or null, $4 and $5 time and id of the last one seen or null, $6 how many: newest first
select id, arrived_at, name, email, organisation, phone, about, details, state, handled_by_name, handled_at,
  arrived_at::text as position
from letters
where kind = $1::text
  and ($2::text is null or state = $2::text)
  and ($3::text is null or fold(words) like containing($3::text))
  and ($4::timestamptz is null or (arrived_at, id) < ($4::timestamptz, $5::uuid))
order by arrived_at desc, id desc
limit $6::int
