-- $1 application, $2 now: the listing order that is paid, or that has ended with a paid period which still runs.
select
  id, application_id, organisation_id, type, status, amount_pence, discount_pence, currency, coupon_code, metadata,
  checkout_session_id, checkout_url, checkout_expires_at, payment_intent_id, subscription_id, opening_until, covers_until,
  created_at, ended_by_payment, payment_failed_at, renewal_stopped, waits_since
from orders
where application_id = $1::uuid and type = 'listing' and covers_until is not null
  and (status = 'paid' or (status = 'cancelled' and waits_since is not null and covers_until > $2::timestamptz))
order by status = 'paid' desc, created_at desc
limit 1
