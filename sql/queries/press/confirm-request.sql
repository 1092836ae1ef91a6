-- $1 SHA-256 of the token in hex, $2 now, $3 a new unsubscribe token: the subscription that the request begins, or the one that its
-- address has. No row when the request is used, run out or unknown. `is_new` is false where the address was subscribed before.
with asked as (
  select token_hash, email, consent from press_requests
  where token_hash = decode($1::text, 'hex') and used_at is null and expires_at > $2::timestamptz
  for update
),
begun as (
  insert into press_subscriptions as s (email, unsubscribe_token, consent, confirmed_at)
  select email, $3::text, consent, $2::timestamptz from asked
  on conflict (lower(email)) do update set consent = excluded.consent
  returning id, email, unsubscribe_token, unsubscribe_token = $3::text as is_new
),
spent as (
  update press_requests as r set used_at = $2::timestamptz, subscription_id = begun.id, email = null
  from begun
  where r.token_hash = decode($1::text, 'hex')
)
select id, email, unsubscribe_token, is_new from begun
