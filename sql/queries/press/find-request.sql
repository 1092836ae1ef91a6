-- $1 SHA-256 of the token in hex: the request in whatever state, and when the subscription that it began has ended.
select r.used_at, r.expires_at, s.ended_at
from press_requests as r
left join press_subscriptions as s on s.id = r.subscription_id
where r.token_hash = decode($1::text, 'hex')
