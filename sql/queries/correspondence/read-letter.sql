-- $1 kind, $2 id
select id, arrived_at, name, email, organisation, phone, about, details, state, handled_by_name, handled_at,
  arrived_at::text as position
from letters
where kind = $1::text and id = $2::uuid
