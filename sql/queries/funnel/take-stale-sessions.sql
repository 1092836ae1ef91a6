-- Sessions of open orders of which nothing has been heard, those first that were never asked about, or longest ago. They count as asked
-- about from now on.
--
-- $1 before when they were ordered, $2 how many, $3 now
with stale as (
  select id from orders
  where status = 'pending' and checkout_session_id is not null and created_at < $1::timestamptz
  order by asked_at nulls first, created_at
  limit $2::int
  for update skip locked
)
update orders set asked_at = $3::timestamptz
from stale where orders.id = stale.id
returning checkout_session_id as session_id
