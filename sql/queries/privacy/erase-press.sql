-- $1 e-mail address in small letters, $2 now: subscriptions end, requests lose the address.
with requests as (
  update press_requests set email = null where lower(email) = $1::text returning 1
), subscriptions as (
  update press_subscriptions set email = null, ended_at = $2::timestamptz where lower(email) = $1::text returning 1
)
select 1 as one from requests union all select 1 from subscriptions
