-- $1 order
select
  id, application_id, organisation_id, type, status, amount_pence, discount_pence, currency, coupon_code, metadata,
  checkout_session_id, checkout_url, checkout_expires_at, payment_intent_id, subscription_id, opening_until, covers_until,
  created_at, ended_by_payment, ended_by_dispute, payment_failed_at, renewal_stopped
from orders
where id = $1::uuid
