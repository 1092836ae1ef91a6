-- $1 release, $2 the day it was published, $3 now, $4 how many at most: subscriptions that have not had it, noted as having it. Who
-- confirmed after that day has read it on the page.
with claimed as (
  insert into press_deliveries (release_id, subscription_id, mailed_at)
  select $1::text, s.id, $3::timestamptz
  from press_subscriptions as s
  where s.ended_at is null and (s.confirmed_at at time zone 'Europe/London')::date <= $2::date
    and not exists (
      select from press_deliveries as d where d.release_id = $1::text and d.subscription_id = s.id)
  order by s.id
  limit $4::int
  on conflict do nothing
  returning subscription_id
)
select s.id, s.email, s.unsubscribe_token
from claimed join press_subscriptions as s on s.id = claimed.subscription_id
