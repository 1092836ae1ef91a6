-- Paid listings whose year ends within so many days, and whose payer has not been told of it this close to the end. Each is taken once,
-- by one replica.
--
-- $1 now, $2 days, $3 how many
with due as (
  select id from orders
  where status = 'paid' and type = 'listing' and subscription_id is not null and payment_failed_at is null
    and covers_until > $1::timestamptz and covers_until <= $1::timestamptz + make_interval(days => $2::int)
    and (reminded_of is distinct from covers_until or reminded_days > $2::int)
  order by covers_until
  limit $3::int
  for update skip locked
)
update orders set reminded_of = covers_until, reminded_days = $2::int
from due where orders.id = due.id
returning orders.id, application_id, type, metadata, amount_pence, discount_pence, covers_until, renewal_stopped
