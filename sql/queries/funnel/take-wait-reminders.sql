-- Listings that have waited so long, of which fewer than so many reminders were sent, and none within the last days: they count as reminded.
--
-- $1 now, $2 days waited, $3 reminders sent with this one, $4 days since the one before, $5 how many
with due as (
  select id from orders
  where waits_since is not null and waits_since <= $1::timestamptz - make_interval(days => $2::int)
    and wait_reminders = $3::int - 1
    and (wait_reminded_at is null or wait_reminded_at <= $1::timestamptz - make_interval(days => $4::int))
  order by waits_since
  limit $5::int
  for update skip locked
)
update orders set wait_reminders = $3::int, wait_reminded_at = $1::timestamptz
from due where orders.id = due.id
returning orders.id, application_id, waits_since
